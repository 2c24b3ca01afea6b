import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { COLUMNS_OF } from "../testing/columns.ts";
import { TABLES } from "../tables.ts";
import { ERASED_TABLES, type ErasedTable } from "./erased-tables.ts";
import { eraseInPieces } from "./erase-rows.ts";
import { addCustomers, addLogins, seedCurrencies } from "../testing/fixtures.ts";
import { insertClosure, subjectOf } from "../closures.ts";
import { insertEnquiry, insertReply } from "../support.ts";

const CLOSED_AT = 5_000n;

describe.each(DIALECTS)("what is erased of the tables, on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["mary", "nina"], {});
      await insertClosure(tx, {
        user_id: "mary",
        email: "mary@mail.example",
        email_since: 1n,
        closed_at: CLOSED_AT,
        closed_by: "mary",
        kept: 1n,
        closing_mail: "closing",
      });
    });
  });
  afterAll(() => database.close());

  const columnsOf = async (table: string): Promise<string[]> => {
    const { rows } = await database.write((tx) =>
      tx.executeQuery<{ t: string; c: string }>(CompiledQuery.raw(COLUMNS_OF[dialect])),
    );
    return rows.filter(({ t }) => t === table).map(({ c }) => c);
  };

  test("every table is erased, in part or as a whole, or left alone with its reason; none is both", () => {
    const decided = Object.entries(TABLES).filter(
      ([, { erasures, untouched = "" }]) => erasures.length > 0 === (untouched === ""),
    );
    expect(decided).toEqual(Object.entries(TABLES));
  });

  test("every copy and every erasure says whose rows, and in which order", () => {
    const unsaid = Object.entries(TABLES).filter(([, { copies, erasures }]) =>
      [...copies, ...erasures].some(
        (rows: { whose?: unknown; key?: readonly string[] }) =>
          typeof rows.whose !== "function" || !rows.key?.length,
      ),
    );
    expect(unsaid.map(([name]) => name)).toEqual([]);
  });

  const changed = ERASED_TABLES.filter((table) => "columns" in table);
  test.each(changed.map((table) => [table.table, table] as const))(
    "every column of %s is decided about",
    async (name, { columns }) => {
      expect(Object.keys(columns).toSorted()).toEqual((await columnsOf(name)).toSorted());
    },
  );

  test.each(["soon", "retention"] as const)(
    "all of the moment “%s” can be erased twice, also where there is nothing",
    async (moment) => {
      const subject = { id: "mary", email: "mary@mail.example", emailSince: 1n, closedAt: CLOSED_AT };
      await eraseInPieces(database, { subject, moment });
      await eraseInPieces(database, { subject, moment });
    },
  );

  test("more rows than are erased at once all go, and no one else's", async () => {
    await database.write((tx) => addLogins(tx, ["mary", "nina"], 1_200));
    const closure = await database.read.selectFrom("account_closures").selectAll().executeTakeFirstOrThrow();
    await eraseInPieces(database, { subject: subjectOf(closure), moment: "soon" });
    const left = await database.read.selectFrom("sign_ins").select("user_id").execute();
    expect([left.length, new Set(left.map(({ user_id }) => user_id))]).toEqual([1_200, new Set(["nina"])]);
  });

  test("emails go up to the closing: those after it belong to the one who has the address now", async () => {
    const mail = { reply_to: null, subject: "s", body_text: "" as const, body_html: "" as const };
    const sent = {
      unsubscribe_url: null,
      confidential: 0n,
      attempts: 1n,
      sent_at: 1n,
      failed_at: null,
      last_error: null,
    };
    await database.write((tx) =>
      tx
        .insertInto("outbox")
        .values([
          {
            ...mail,
            ...sent,
            id: "before",
            recipient: "mary@mail.example",
            created_at: 4_000n,
            next_attempt_at: null,
          },
          {
            ...mail,
            ...sent,
            id: "waiting",
            recipient: "mary@mail.example",
            created_at: 4_000n,
            next_attempt_at: 9n,
          },
          {
            ...mail,
            ...sent,
            id: "after",
            recipient: "mary@mail.example",
            created_at: 6_000n,
            next_attempt_at: null,
          },
          {
            ...mail,
            ...sent,
            id: "other",
            recipient: "nina@mail.example",
            created_at: 4_000n,
            next_attempt_at: null,
          },
        ])
        .execute(),
    );
    const closure = await database.read.selectFrom("account_closures").selectAll().executeTakeFirstOrThrow();
    await eraseInPieces(database, { subject: subjectOf(closure), moment: "soon" });
    const left = await database.read.selectFrom("outbox").select("id").orderBy("id").execute();
    expect(left.map(({ id }) => id)).toEqual(["after", "other", "waiting"]);
  });

  test("what was written while logged in goes with its replies, and from an address what guests wrote while it was the customer's", async () => {
    const written = { topic: "support", name: "N", message: "x" as never } as const;
    const rows: readonly (readonly [id: string, customer: string | null, email: string, at: bigint])[] = [
      ["own", "mary", "other@mail.example", 6_000n],
      ["guest", null, "mary@mail.example", 4_000n],
      ["guest-after", null, "mary@mail.example", 6_000n],
      ["nina-by-that-address", "nina", "mary@mail.example", 4_000n],
    ];
    await database.write(async (tx) => {
      for (const [id, customer_id, email, created_at] of rows) {
        await insertEnquiry(tx, { ...written, id, reference: id, email, created_at, customer_id });
        const reply = { id, enquiry_id: id, message: "y" as never, sent_by: "olga", created_at };
        await insertReply(tx, reply, null);
      }
    });
    const closure = await database.read.selectFrom("account_closures").selectAll().executeTakeFirstOrThrow();
    await eraseInPieces(database, { subject: subjectOf(closure), moment: "retention" });
    const left = async (table: "enquiries" | "enquiry_replies"): Promise<string[]> =>
      (await database.read.selectFrom(table).select("id").orderBy("id").execute()).map(({ id }) => id);
    const others = ["guest-after", "nina-by-that-address"];
    expect([await left("enquiries"), await left("enquiry_replies")]).toEqual([others, others]);
  });

  test.each([
    ["customer_notes", "delete from customer_notes"],
    ["customer_notes", "update customer_notes set note = 'changed'"],
  ])("%s stays as it is while no erasure has begun: %s", async (table, statement) => {
    const note = { author: "olga", note: "n" as never, created_at: 1n };
    await database.write((tx) =>
      tx
        .insertInto("customer_notes")
        .values([{ ...note, id: `note-${statement}`, user_id: "nina" }])
        .execute(),
    );
    await expect(database.write((tx) => tx.executeQuery(CompiledQuery.raw(statement)))).rejects.toThrow(
      `${table} is append-only`,
    );
  });

  test("an erasure begins once, of what was cleared, and not while it is held", async () => {
    const change = (statement: string): Promise<unknown> =>
      database.write((tx) => tx.executeQuery(CompiledQuery.raw(statement)));
    const begin = "update account_closures set erasing_at = 7";
    const refused = "an erasure begins once, and not while it is held";
    await expect(change(begin)).rejects.toThrow(refused);
    await change("update account_closures set cleared_at = 6");
    await change(
      "insert into customer_holds (id, user_id, kind, internal_note, held_by, held_at) values ('hold', 'mary', 'erasure', '', 'olga', 6)",
    );
    await expect(change(begin)).rejects.toThrow(refused);
    await change("update customer_holds set released_at = 7, released_by = 'olga', release_note = ''");
    await change(begin);
    await change(begin);
    await expect(change("update account_closures set erasing_at = 8")).rejects.toThrow(refused);
    await expect(change("update account_closures set erasing_at = null")).rejects.toThrow(refused);
    const begun =
      "insert into account_closures (user_id, closed_at, closed_by, kept, closing_mail, erasing_at)";
    await expect(change(`${begun} values ('nina', 1, 'nina', 1, '', 7)`)).rejects.toThrow(refused);
  });
});

test("a row that others name goes after them", () => {
  const place = (name: ErasedTable["table"]) => ERASED_TABLES.findIndex(({ table }) => table === name);
  expect(place("webhook_deliveries")).toBeLessThan(place("webhook_endpoints"));
  expect(place("recoveries")).toBeLessThan(place("identity_documents"));
  expect(place("enquiry_replies")).toBeLessThan(place("enquiries"));
  expect(place("recurring_runs")).toBeLessThan(place("recurring_buys"));
  expect(place("users")).toBe(ERASED_TABLES.length - 1);
});
