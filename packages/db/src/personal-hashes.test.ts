import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertUser } from "./accounts.ts";
import { keepPersonalHashes, likelyTwins } from "./personal-hashes.ts";
import { SearchHashes, type HashedKind } from "./sealed/search-hashes.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { customer } from "./testing/fixtures.ts";

const hashes = new SearchHashes(Buffer.alloc(32, 7).toString("base64url"));

const CUSTOMERS: readonly (readonly [string, string, Partial<Record<HashedKind, string>>])[] = [
  ["ann", "Lee", { phone: "+61 1", document_number: "PA1", date_of_birth: "1988-03-14" }],
  ["bob", "Lee", { phone: "+61 1" }],
  ["cat", "lee", { document_number: "pa1", date_of_birth: "1988-03-14" }],
  ["dan", "Mercer", { date_of_birth: "1988-03-14", bank_account: "062000 1" }],
  ["eve", "Park", { phone: "+61 2" }],
];

describe.each(DIALECTS)("who customers likely are on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      for (const [id, lastName, values] of CUSTOMERS) {
        await insertUser(tx, customer(id, { first_name: id, last_name: lastName }));
        for (const [kind, value] of Object.entries(values) as [HashedKind, string][])
          await keepPersonalHashes(tx, id, { [kind]: hashes.list(kind, value) });
      }
    });
  });
  afterAll(() => database.close());

  test("the surest value decides, and a birth date without the same last name is none", async () => {
    const twins = await likelyTwins(
      database.read,
      CUSTOMERS.map(([id]) => id),
    );
    expect(
      [...twins].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, twin]) => [id, twin.id, twin.shares]),
    ).toEqual([
      ["ann", "cat", ["document_number", "date_of_birth"]],
      ["bob", "ann", ["phone"]],
      ["cat", "ann", ["document_number", "date_of_birth"]],
    ]);
    expect(twins.get("bob")).toMatchObject({ first_name: "ann", last_name: "Lee" });
  });

  test.each([
    ["no customers", []],
    ["one who shares nothing", ["eve"]],
  ])("%s have no twins", async (_who, ids) => {
    expect(await likelyTwins(database.read, ids)).toEqual(new Map());
  });
});
