import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WriteTx } from "../database.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { COLUMNS_OF } from "../testing/columns.ts";
import { addLogins, customer, loginId } from "../testing/fixtures.ts";
import { insertUser } from "../accounts.ts";
import type { DataSubject } from "../columns/table.ts";
import { TABLES } from "../tables.ts";
import { EXPORTED_TABLES, type ExportedTable } from "./exported-tables.ts";
import { readExported, type StoredRow } from "./read-exported.ts";

/** Names of columns that say whose a row is. */
const CUSTOMER_COLUMNS = /^(.*_)?(user|customer|client|partner)(_user)?_id$|^referred_by$/;
const ADDRESS = "mary@mail.example";
const MARY: DataSubject = { id: "mary", email: ADDRESS, emailSince: 1_000n };

const tableOf = (file: string): ExportedTable => {
  const found = EXPORTED_TABLES.find((table) => table.file === file);
  if (found === undefined) throw new Error(`no file ${file}`);
  return found;
};

describe.each(DIALECTS)("a customer's data in the tables, on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      for (const id of ["mary", "nina"]) await insertUser(tx, customer(id, { email: `${id}@mail.example` }));
    });
  });
  afterAll(() => database.close());

  const schema = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
    const { rows } = await database.write((tx) =>
      tx.executeQuery<{ t: string; c: string }>(CompiledQuery.raw(COLUMNS_OF[dialect])),
    );
    const names = [...new Set(rows.map(({ t }) => t))];
    return new Map(names.map((name) => [name, rows.filter(({ t }) => t === name).map(({ c }) => c)]));
  };
  const read = async (file: string, subject = MARY): Promise<StoredRow[]> => {
    const rows: StoredRow[] = [];
    for await (const piece of readExported(database.read, tableOf(file), subject)) {
      expect(piece.length).toBeLessThanOrEqual(2_000);
      rows.push(...piece);
    }
    return rows;
  };

  test("every table with a customer's column is copied, or left out with its reason", async () => {
    const decided = new Map(Object.entries(TABLES));
    const undecided = [...(await schema())].filter(([name, columns]) => {
      const { copies = [], leftOut = "" } = decided.get(name) ?? {};
      return columns.some((column) => CUSTOMER_COLUMNS.test(column)) && copies.length === 0 && leftOut === "";
    });
    expect(undecided.map(([name]) => name)).toEqual([]);
  });

  test("the list names every table of the database, and no other", async () => {
    expect(Object.keys(TABLES).toSorted()).toEqual([...(await schema()).keys()].toSorted());
  });

  test.each(EXPORTED_TABLES.map((table) => [table.file, table] as const))(
    "every column of what is in %s.json is decided about",
    async (_file, { table, columns }) => {
      expect(Object.keys(columns).toSorted()).toEqual((await schema()).get(table)?.toSorted());
    },
  );

  test.each(EXPORTED_TABLES.map(({ file }) => file))(
    "%s.json can be read, also where there is nothing",
    async (file) => {
      expect(await read(file, { id: "unknown", email: "unknown@mail.example", emailSince: 0n })).toEqual([]);
    },
  );

  test("more rows than are read at once are all read, once each, and no one else's", async () => {
    await database.write((tx) => addLogins(tx, ["mary", "nina"], 1_000));
    const rows = await read("logins");
    expect(rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 1_000 }, (_, place) => loginId("mary", place)),
    );
  });

  test("mails are found among many of others, from when the address was confirmed", async () => {
    const mail = (tx: WriteTx, id: string, recipient: string, at: bigint) =>
      tx
        .insertInto("outbox")
        .values({
          id,
          recipient,
          reply_to: null,
          subject: id,
          body_text: "",
          body_html: "",
          unsubscribe_url: null,
          confidential: 0n,
          created_at: at,
          attempts: 1n,
          next_attempt_at: null,
          sent_at: at,
          failed_at: null,
          last_error: null,
        })
        .execute();
    await database.write(async (tx) => {
      await mail(tx, "of the one who had the address before", ADDRESS, 999n);
      await mail(tx, "first", ADDRESS, 1_000n);
      for (let place = 0; place < 4_500; place += 1) {
        await mail(tx, `other ${place}`, "nina@mail.example", BigInt(1_001 + place));
      }
      await mail(tx, "last", ADDRESS, 9_000n);
    });
    expect((await read("emails")).map(({ subject }) => subject)).toEqual(["first", "last"]);
    expect(await read("emails", { ...MARY, emailSince: null })).toEqual([]);
  });
});
