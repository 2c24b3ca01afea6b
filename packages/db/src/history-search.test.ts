import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBankTransaction, listBankTransactions, listOverdueDeposits } from "./bank-transactions.ts";
import {
  insertTransaction,
  listTransactions,
  searchTransactions,
  walkTransactions,
  type HistoryFilter,
  type HistorySearch,
} from "./history.ts";
import type { Transaction } from "./tables.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import { addCustomers, depositRow, seedCurrencies } from "./testing/fixtures.ts";

const ROWS: readonly (Partial<Transaction> & { readonly id: string })[] = [
  { id: "a", reference: "ABCD-EFGH-JKLM", credit: 100n, debit: 100n, created_at: 100n },
  {
    id: "b",
    reference: "ABCE-EFGH-JKLM",
    transaction_type: "exchange",
    credit: 100n,
    debit: 500n,
    debit_currency: "BTC",
    created_at: 200n,
  },
  {
    id: "c",
    reference: "ABCD-2345-6789",
    transaction_type: "exchange",
    credit: 500n,
    credit_currency: "BTC",
    debit: 100n,
    created_at: 300n,
  },
  { id: "d", reference: "ZZZZ-ZZZZ-ZZZZ", credit: 777n, debit: 777n, status: "expired", created_at: 400n },
  {
    id: "e",
    reference: "2222-2222-2222",
    transaction_type: "withdraw",
    credit: 777n,
    debit: 777n,
    status: "requested",
    created_at: 500n,
  },
];

const LIMIT = 20;

describe.each(DIALECTS)("the search of the history on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["anna", "bert", "dora"]);
      for (const row of ROWS) await insertTransaction(tx, depositRow("anna", row.id, row));
      await insertTransaction(tx, depositRow("bert", "of-bert", { reference: "ABCD-9999-9999" }));
      for (let n = 0; n < LIMIT + 5; n += 1) {
        await insertTransaction(tx, depositRow("dora", `dora-${n}`, { created_at: BigInt(n) }));
      }
    });
  });
  afterAll(() => database.close());

  const page = { page: 1, perPage: 20 };
  const aud = (units: bigint): HistorySearch => ({ amounts: [{ currency: "AUD", units }] });
  test.each<{ says: string; search: HistorySearch; filter?: HistoryFilter; ids: string }>([
    { says: "a whole reference", search: { referencePrefix: "ABCD-EFGH-JKLM", amounts: [] }, ids: "a" },
    { says: "its beginning", search: { referencePrefix: "ABCD", amounts: [] }, ids: "ca" },
    { says: "its beginning with a dash", search: { referencePrefix: "ABCD-E", amounts: [] }, ids: "a" },
    { says: "the last there can be", search: { referencePrefix: "ZZZZ-Z", amounts: [] }, ids: "d" },
    { says: "another customer's", search: { referencePrefix: "ABCD-9", amounts: [] }, ids: "" },
    { says: "an amount given or got, once each row", search: aud(100n), ids: "cba" },
    { says: "an amount of one currency only", search: aud(500n), ids: "" },
    {
      says: "one text as amount of two currencies",
      search: {
        amounts: [
          { currency: "AUD", units: 777n },
          { currency: "BTC", units: 500n },
        ],
      },
      ids: "edcb",
    },
    {
      says: "a reference or an amount",
      search: { referencePrefix: "2222", ...aud(100n) },
      ids: "ecba",
    },
    { says: "within a kind", search: aud(100n), filter: { type: "exchange" }, ids: "cb" },
    { says: "within a status", search: aud(777n), filter: { status: "expired" }, ids: "d" },
    { says: "within a time", search: aud(100n), filter: { from: 150n, to: 250n }, ids: "b" },
    {
      says: "a reference within a kind",
      search: { referencePrefix: "ABCD", amounts: [] },
      filter: { type: "deposit" },
      ids: "a",
    },
    { says: "nothing", search: { amounts: [] }, ids: "" },
  ])("finds $says", async ({ search, filter = {}, ids }) => {
    const found = await searchTransactions(database.read, "anna", search, { ...filter, ...page }, LIMIT);
    expect(found.rows.map(({ id }) => id).join("")).toBe(ids);
    expect(found.total).toBe(ids.length);
  });

  test("answers by page", async () => {
    const second = await searchTransactions(database.read, "anna", aud(100n), { page: 2, perPage: 2 }, LIMIT);
    expect(second.rows.map(({ id }) => id)).toEqual(["a"]);
    expect(second.total).toBe(3);
    const beyond = await searchTransactions(database.read, "anna", aud(100n), { page: 3, perPage: 2 }, LIMIT);
    expect(beyond).toEqual({ rows: [], total: 3 });
  });

  test("stops at its limit, with the newest", async () => {
    const found = await searchTransactions(database.read, "dora", aud(100n), { page: 1, perPage: 2 }, LIMIT);
    expect(found.total).toBe(LIMIT);
    expect(found.rows.map(({ id }) => id)).toEqual([`dora-${LIMIT + 4}`, `dora-${LIMIT + 3}`]);
  });

  test.each<[string, HistoryFilter, string]>([
    ["unsettled withdrawals", { status: "requested" }, "e"],
    ["what is completed", { status: "completed" }, "cba"],
    ["completed deposits", { status: "completed", type: "deposit" }, "a"],
    ["a status nothing has", { status: "rejected" }, ""],
    ["a status within a time", { status: "completed", from: 200n }, "cb"],
  ])("the list filters by status: %s", async (_says, filter, ids) => {
    const found = await listTransactions(database.read, "anna", { ...filter, ...page });
    expect(found.rows.map(({ id }) => id).join("")).toBe(ids);
    expect(found.total).toBe(ids.length);
  });

  test("a walk meets every row once, newest first, also where rows are of one moment", async () => {
    const met: string[] = [];
    for (let after; ;) {
      const rows = await walkTransactions(database.read, "anna", {}, after, 2);
      met.push(...rows.map(({ id }) => id));
      const last = rows.at(-1);
      if (last === undefined) break;
      after = { createdAt: last.created_at, id: last.id };
    }
    expect(met).toEqual(["e", "d", "c", "b", "a"]);
    await database.write(async (tx) => {
      await insertTransaction(tx, depositRow("bert", "same-moment"));
    });
    const first = await walkTransactions(database.read, "bert", {}, undefined, 1);
    const second = await walkTransactions(
      database.read,
      "bert",
      {},
      { createdAt: 1000n, id: "same-moment" },
      9,
    );
    expect([...first, ...second].map(({ id }) => id)).toEqual(["same-moment", "of-bert"]);
    expect(await walkTransactions(database.read, "anna", { type: "withdraw" }, undefined, 9)).toHaveLength(1);
  });

  test("the desk sees deposits and withdrawals of everyone, oldest first as a queue", async () => {
    const queue = await listBankTransactions(database.read, {
      type: "withdraw",
      status: "requested",
      ...page,
    });
    expect(queue).toMatchObject({
      total: 1,
      rows: [{ id: "e", customer_email: "anna@wattle.test", customer_last_name: "Customer" }],
    });
    const ofAnna = { type: "deposit", userId: "anna", ...page } as const;
    const ids = async (newestFirst: boolean): Promise<string[]> =>
      (await listBankTransactions(database.read, { ...ofAnna, newestFirst })).rows.map(({ id }) => id);
    expect(await ids(false)).toEqual(["a", "d"]);
    expect(await ids(true)).toEqual(["d", "a"]);
    expect((await findBankTransaction(database.read, "deposit", "ABCD-9999-9999"))?.user_id).toBe("bert");
    expect(await findBankTransaction(database.read, "withdraw", "ABCD-9999-9999")).toBeUndefined();
  });

  test.each([
    ["from a time", { from: 2000n }],
    ["before a time", { before: 2000n }],
    ["of an amount", { amount: 100n }],
    ["of another amount", { amount: 101n }],
    ["of a method", { method: "payid" }],
    ["of another method", { method: "onramp" }],
    ["with a part of the reference, in any case", { text: "abcd-" }],
    ["with a part of the customer's address", { text: "BERT@" }],
    ["of no customer", { text: "someone-else" }],
  ] as const)("the desk finds deposits %s, as a look through all of them does", async (_, filter) => {
    const all = await listBankTransactions(database.read, { type: "deposit", page: 1, perPage: 99 });
    const given: { from?: bigint; before?: bigint; amount?: bigint; method?: string; text?: string } = filter;
    const fits = all.rows.filter(
      (row) =>
        row.created_at >= (given.from ?? 0n) &&
        row.created_at < (given.before ?? 10n ** 15n) &&
        (given.amount === undefined || [row.credit, row.announced].includes(given.amount)) &&
        (given.method === undefined || row.payment_method === given.method) &&
        (given.text === undefined ||
          `${row.reference} ${row.customer_email}`.toLowerCase().includes(given.text.toLowerCase())),
    );
    const found = await listBankTransactions(database.read, {
      type: "deposit",
      ...filter,
      page: 1,
      perPage: 99,
    });
    expect(found.rows.map(({ id }) => id)).toEqual(fits.map(({ id }) => id));
    expect(found.total).toBe(fits.length);
  });

  test.each([true, false])("a walk meets each deposit once, newest first: %s", async (newestFirst) => {
    const walk = { type: "deposit", newestFirst, page: 1 } as const;
    const all = await listBankTransactions(database.read, { ...walk, perPage: 99 });
    const met: string[] = [];
    let after: { createdAt: bigint; id: string } | undefined;
    do {
      const { rows, total } = await listBankTransactions(database.read, { ...walk, perPage: 2, after });
      expect(total).toBe(all.total);
      met.push(...rows.map(({ id }) => id));
      const last = rows.at(-1);
      after = rows.length === 2 && last ? { createdAt: last.created_at, id: last.id } : undefined;
    } while (after !== undefined);
    expect(met).toEqual(all.rows.map(({ id }) => id));
  });

  test("overdue are deposits that still await payment when their time is over", async () => {
    await database.write(async (tx) => {
      for (const [id, status, expires_at] of [
        ["late", "awaiting_payment", 10n],
        ["later", "awaiting_payment", 20n],
        ["settled", "completed", 10n],
      ] as const) {
        await insertTransaction(tx, depositRow("bert", id, { status, expires_at }));
      }
    });
    const overdue = async (now: bigint, limit = 9): Promise<string[]> =>
      (await listOverdueDeposits(database.read, now, limit)).map(({ id }) => id);
    expect(await overdue(9n)).toEqual([]);
    expect(await overdue(10n)).toEqual(["late"]);
    expect(await overdue(20n)).toEqual(["late", "later"]);
    expect(await overdue(20n, 1)).toEqual(["late"]);
  });
});
