import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertUser } from "./accounts.ts";
import { hashDevice, noteKnownPlace } from "./known-devices.ts";
import { keepPersonalHashes, likelyTwins, listDuplicates } from "./personal-hashes.ts";
import { SearchHashes, type SharedKind } from "./sealed/search-hashes.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { customer } from "./testing/fixtures.ts";

const hashes = new SearchHashes(Buffer.alloc(32, 7).toString("base64url"));

const CUSTOMERS: readonly (readonly [string, string, Partial<Record<SharedKind, string>>])[] = [
  ["ann", "Lee", { phone: "+61 1", document_number: "PA1", date_of_birth: "1988-03-14" }],
  ["bob", "Lee", { phone: "+61 1" }],
  ["cat", "lee", { document_number: "pa1", date_of_birth: "1988-03-14" }],
  ["dan", "Mercer", { date_of_birth: "1988-03-14", bank_account: "062000 1" }],
  ["eve", "Park", { phone: "+61 2" }],
  ["gus", "Dean", {}],
  ["hal", "Hill", {}],
  ["ida", "Idle", {}],
];

/** Logins by place, staff among them. A network is shared by many who have nothing else in common. */
const PLACES: readonly (readonly [string, "device" | "network", string])[] = [
  ["bob", "device", "tablet"],
  ["dan", "device", "tablet"],
  ["cat", "device", "tablet"],
  ["gus", "device", "desk"],
  ["fay", "device", "desk"],
  ["hal", "device", "phone"],
  ["ida", "device", "phone"],
  ["gus", "network", "10.1"],
  ["eve", "network", "10.1"],
];

describe.each(DIALECTS)("who customers likely are on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      for (const [id, lastName, values] of CUSTOMERS) {
        await insertUser(tx, customer(id, { first_name: id, last_name: lastName }));
        for (const [kind, value] of Object.entries(values) as [SharedKind, string][])
          await keepPersonalHashes(tx, id, { [kind]: hashes.list(kind, value) });
      }
      await insertUser(tx, customer("fay", { roles: JSON.stringify(["support"]) }));
      for (const [id, kind, mark] of PLACES)
        await noteKnownPlace(tx, { user_id: id, kind, mark: hashDevice(mark), seen_at: 1n });
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
      ["dan", expect.stringMatching(/^(bob|cat)$/), ["device"]],
      ["hal", "ida", ["device"]],
      ["ida", "hal", ["device"]],
    ]);
    expect(twins.get("bob")).toMatchObject({ first_name: "ann", last_name: "Lee" });
  });

  test("a device comes after all else that is shared; staff's own and a network's do not count", async () => {
    const sharing = async (id: string) =>
      (await listDuplicates(database.read, id)).map(({ user, shares }) => [user.id, shares]);
    expect(await sharing("bob")).toEqual([
      ["ann", ["phone"]],
      ["cat", ["device"]],
      ["dan", ["device"]],
    ]);
    expect(await sharing("gus")).toEqual([]);
    expect(await sharing("eve")).toEqual([]);
  });

  test.each([
    ["no customers", []],
    ["one who shares nothing", ["eve", "gus"]],
  ])("%s have no twins", async (_who, ids) => {
    expect(await likelyTwins(database.read, ids)).toEqual(new Map());
  });
});
