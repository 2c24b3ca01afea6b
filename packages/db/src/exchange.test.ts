import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balancesOf } from "./balances.ts";
import { findTransactionByQuote } from "./exchange.ts";
import { findTransaction, listTransactions } from "./history.ts";
import { findIdempotentAnswer } from "./idempotency.ts";
import { InsufficientFundsError } from "./ledger/post-entry.ts";
import { checkLedger } from "./ledger/trial-balance.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "./testing/databases.ts";
import {
  addCustomers,
  exchangeOf,
  executeRequest,
  seedCurrencies,
  type ExchangeRequest,
} from "./testing/fixtures.ts";

const BTC = 100_000_000n;
const keyed = (key: string, payloadHash = "payload", answer = `{"key":"${key}"}`) => ({
  idempotency: { key, payloadHash, answer },
});

describe.each(DIALECTS)("recordExchange on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["anna", "bert", "carl", "dora", "emil", "fred", "gina"], { BTC });
    });
  });
  afterAll(() => database.close());

  const execute = (exchange: ExchangeRequest) => executeRequest(database, exchange);
  const balances = async (userId: string): Promise<Record<string, bigint>> =>
    Object.fromEntries(await balancesOf(database.read, userId));
  const totalOf = async (userId: string): Promise<number> =>
    (await listTransactions(database.read, userId, { page: 1, perPage: 1 })).total;
  const postingsOf = (entryId: string) =>
    database.read
      .selectFrom("ledger_postings")
      .select(["source_account", "destination_account", "currency", "amount"])
      .where("entry_id", "=", entryId)
      .orderBy("position")
      .execute();

  test("moves the money, with the fee as a posting of its own, and keeps the history row", async () => {
    const exchange = exchangeOf("anna", "sale");
    expect(await execute(exchange)).toEqual({ kind: "executed" });
    expect(await balances("anna")).toEqual({ AUD: 148_500n, BTC: BTC - 1_000_000n });
    expect(await postingsOf("entry-sale")).toEqual([
      {
        source_account: "customer:anna:available:BTC",
        destination_account: "house:trading:BTC",
        currency: "BTC",
        amount: 990_000n,
      },
      {
        source_account: "customer:anna:available:BTC",
        destination_account: "house:fees:BTC",
        currency: "BTC",
        amount: 10_000n,
      },
      {
        source_account: "house:trading:AUD",
        destination_account: "customer:anna:available:AUD",
        currency: "AUD",
        amount: 148_500n,
      },
    ]);
    expect(await findTransaction(database.read, "anna", "transaction-sale")).toMatchObject({
      transaction_type: "exchange",
      status: "completed",
      credit: 1_000_000n,
      credit_currency: "BTC",
      debit: 148_500n,
      debit_currency: "AUD",
      fee_amount: 10_000n,
      quote: "signed.sale",
      entry_id: "entry-sale",
    });
    expect(await totalOf("anna")).toBe(1);
  });

  test("without a fee there is no fee posting", async () => {
    await execute(exchangeOf("anna", "free", { fee: 0n }));
    expect((await postingsOf("entry-free")).map(({ amount }) => amount)).toEqual([1_000_000n, 148_500n]);
  });

  test("a quote is used once, and the refused request leaves its key free", async () => {
    expect(await execute(exchangeOf("bert", "quoted"))).toEqual({ kind: "executed" });
    const again = exchangeOf("bert", "again", { quoteId: "quote-quoted", ...keyed("bert-again") });
    const before = await balances("bert");
    expect(await execute(again)).toEqual({ kind: "quote_used" });
    expect(await balances("bert")).toEqual(before);
    expect(await totalOf("bert")).toBe(1);
    expect(await findIdempotentAnswer(database.read, "bert", "bert-again")).toBeUndefined();
    expect(await findTransactionByQuote(database.read, "bert", "quote-quoted")).toMatchObject({
      id: "transaction-quoted",
    });
    expect(await findTransactionByQuote(database.read, "anna", "quote-quoted")).toBeUndefined();
  });

  test("a repeated request gets its first answer, though its quote is used", async () => {
    const first = exchangeOf("carl", "first", keyed("carl-1", "payload", '{"answer":1}'));
    expect(await execute(first)).toEqual({ kind: "executed" });
    const before = await balances("carl");
    const repeated = exchangeOf("carl", "second", {
      quoteId: first.quoteId,
      ...keyed("carl-1", "payload", '{"answer":2}'),
    });
    expect(await execute(repeated)).toEqual({ kind: "replayed", answer: '{"answer":1}' });
    expect(await execute(exchangeOf("carl", "third", keyed("carl-1", "other payload")))).toEqual({
      kind: "idempotency_conflict",
    });
    expect(await balances("carl")).toEqual(before);
    expect(await totalOf("carl")).toBe(1);
  });

  test("two customers may use the same key", async () => {
    expect(await execute(exchangeOf("anna", "same-a", keyed("same")))).toEqual({ kind: "executed" });
    expect(await execute(exchangeOf("bert", "same-b", keyed("same")))).toEqual({ kind: "executed" });
  });

  test("too little money undoes everything: the quote and the key stay usable", async () => {
    const tooMuch = exchangeOf("dora", "broke", { credit: BTC + 1n, ...keyed("dora-1") });
    await expect(execute(tooMuch)).rejects.toBeInstanceOf(InsufficientFundsError);
    expect(await totalOf("dora")).toBe(0);
    expect(await balances("dora")).toEqual({ BTC });
    expect(await execute({ ...tooMuch, credit: BTC })).toEqual({ kind: "executed" });
  });

  test("100 submits of one quote at once execute exactly one", async () => {
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        execute(exchangeOf("emil", `race-${n}`, { quoteId: "quote-race", ...keyed(`race-${n}`) })),
      ),
    );
    const kinds = Map.groupBy(results, ({ kind }) => kind);
    expect(kinds.get("executed")).toHaveLength(1);
    expect(kinds.get("quote_used")).toHaveLength(99);
    expect(await balances("emil")).toEqual({ AUD: 148_500n, BTC: BTC - 1_000_000n });
    expect(await totalOf("emil")).toBe(1);
  });

  test("100 repeats of one request at once execute it once and all get one answer", async () => {
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        execute(
          exchangeOf("fred", `repeat-${n}`, {
            quoteId: "quote-repeat",
            ...keyed("repeat", "payload", `{"answer":${n}}`),
          }),
        ),
      ),
    );
    const kinds = Map.groupBy(results, ({ kind }) => kind);
    expect(kinds.get("executed")).toHaveLength(1);
    const replayed = kinds.get("replayed") ?? [];
    expect(replayed).toHaveLength(99);
    expect(new Set(replayed.map((result) => ("answer" in result ? result.answer : ""))).size).toBe(1);
    expect(await totalOf("fred")).toBe(1);
  });

  test("exchanges racing for one balance never overdraw it", async () => {
    // Enough for 12 of the 60, whose credits and debits cross between the two currencies.
    const settled = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) =>
        execute(exchangeOf("gina", `spend-${n}`, { credit: BTC / 12n, fee: 1n, debit: 1n })),
      ),
    );
    const executed = settled.filter(({ status }) => status === "fulfilled");
    const refused = settled.filter(({ status }) => status === "rejected");
    expect(executed).toHaveLength(12);
    expect(refused).toHaveLength(48);
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { name: "InsufficientFundsError" } });
    }
    expect(await balances("gina")).toEqual({ AUD: 12n, BTC: BTC - 12n * (BTC / 12n) });
    expect(await totalOf("gina")).toBe(12);
  });

  test("both ways at once between many customers, the books balance", async () => {
    const people = ["anna", "bert", "carl", "emil", "fred"];
    const settled = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => {
        const selling = n % 2 === 0;
        return execute(
          exchangeOf(people[n % people.length] ?? "", `storm-${n}`, {
            credit: selling ? 300_000n : 40_000n,
            creditCurrency: selling ? "BTC" : "AUD",
            debit: selling ? 44_550n : 264_000n,
            debitCurrency: selling ? "AUD" : "BTC",
            fee: selling ? 3_000n : 400n,
          }),
        );
      }),
    );
    expect(settled.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(100);
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
  });

  test("the counters agree with the rows after all of this", async () => {
    const counted = await database.read
      .selectFrom("history_counts")
      .select(["user_id", "total"])
      .orderBy("user_id")
      .execute();
    const rows = await database.read
      .selectFrom("transactions")
      .select((row) => ["user_id", row.fn.countAll<bigint>().as("total")])
      .groupBy("user_id")
      .orderBy("user_id")
      .execute();
    expect(counted).toEqual(rows);
  });
});
