import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balancesOf, heldBalancesOf } from "../balances.ts";
import { isUniqueViolation } from "../database.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, seedCurrencies } from "../testing/fixtures.ts";
import {
  availableAccount,
  customerAccountParts,
  heldAccount,
  houseAccount,
  type CustomerAccountId,
} from "./accounts.ts";
import {
  InsufficientFundsError,
  postEntry,
  reversePostings,
  type LedgerEntry,
  type Posting,
} from "./post-entry.ts";
import { checkLedger } from "./trial-balance.ts";

const bank = houseAccount("bank", "AUD");
const onramp = houseAccount("onramp", "AUD");
const anna = availableAccount("anna", "AUD");
const annaHeld = heldAccount("anna", "AUD");
const bert = availableAccount("bert", "AUD");
const LARGEST = 2n ** 63n - 1n;

const move = (source: Posting["source"], destination: Posting["destination"], amount: bigint): Posting => ({
  source,
  destination,
  currency: "AUD",
  amount,
});

let lastEntry = 0;
const entryOf = (postings: Posting[], changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: `posted-${++lastEntry}`,
  kind: "test",
  description: "Test",
  createdBy: "test",
  createdAt: 1n,
  postings,
  ...changes,
});

describe.each(DIALECTS)("postEntry on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(async (tx) => {
      await seedCurrencies(tx);
      await addCustomers(tx, ["anna", "bert", "carl"]);
    });
  });
  afterAll(() => database.close());

  const post = (...postings: Posting[]): Promise<unknown> =>
    database.write((tx) => postEntry(tx, entryOf(postings)));
  const available = async (userId: string): Promise<bigint | undefined> =>
    (await balancesOf(database.read, userId)).get("AUD");
  /** Brings anna to exactly 100 available and 0 held, bert to 0. */
  const level = async (): Promise<void> => {
    const held = (await heldBalancesOf(database.read, "anna")).get("AUD") ?? 0n;
    const emptied: [Posting["source"], bigint][] = [
      [anna, (await available("anna")) ?? 0n],
      [annaHeld, held],
      [bert, (await available("bert")) ?? 0n],
    ];
    const postings = emptied
      .filter(([, amount]) => amount > 0n)
      .map(([from, amount]) => move(from, bank, amount));
    if (postings.length > 0) await post(...postings);
    await post(move(bank, anna, 100n));
  };

  test("opens a customer's account with the first money that reaches it", async () => {
    expect(await available("carl")).toBeUndefined();
    await post(move(bank, availableAccount("carl", "AUD"), 7n));
    expect(await available("carl")).toBe(7n);
  });

  test.each<{
    description: string;
    postings: Posting[];
    after: { anna: bigint; held: bigint; bert: bigint };
  }>([
    { description: "money in", postings: [move(bank, anna, 5n)], after: { anna: 105n, held: 0n, bert: 0n } },
    {
      description: "all of it out",
      postings: [move(anna, bank, 100n)],
      after: { anna: 0n, held: 0n, bert: 0n },
    },
    {
      description: "an amount and its fee",
      postings: [move(anna, bank, 98n), move(anna, onramp, 2n)],
      after: { anna: 0n, held: 0n, bert: 0n },
    },
    {
      description: "money put aside",
      postings: [move(anna, annaHeld, 40n)],
      after: { anna: 60n, held: 40n, bert: 0n },
    },
    {
      description: "between customers",
      postings: [move(anna, bert, 30n), move(bert, onramp, 1n)],
      after: { anna: 70n, held: 0n, bert: 29n },
    },
    {
      description: "more than there is, but netted within the entry",
      postings: [move(anna, bank, 150n), move(bank, anna, 50n)],
      after: { anna: 0n, held: 0n, bert: 0n },
    },
    {
      description: "house to house",
      postings: [move(bank, onramp, 9n)],
      after: { anna: 100n, held: 0n, bert: 0n },
    },
  ])("$description", async ({ postings, after }) => {
    await level();
    await post(...postings);
    expect({
      anna: await available("anna"),
      held: (await heldBalancesOf(database.read, "anna")).get("AUD") ?? 0n,
      bert: (await available("bert")) ?? 0n,
    }).toEqual(after);
  });

  test.each<{ description: string; postings: Posting[]; accountId: CustomerAccountId }>([
    { description: "one unit too much", postings: [move(anna, bank, 101n)], accountId: anna },
    {
      description: "too much in two parts",
      postings: [move(anna, bank, 60n), move(anna, onramp, 41n)],
      accountId: anna,
    },
    {
      description: "an account never opened",
      postings: [move(heldAccount("bert", "AUD"), bank, 1n)],
      accountId: heldAccount("bert", "AUD"),
    },
    {
      description: "enough of one, too little of the other",
      postings: [move(anna, bank, 50n), move(bert, bank, 1n)],
      accountId: bert,
    },
  ])("refuses $description and keeps nothing of it", async ({ postings, accountId }) => {
    await level();
    const entriesBefore = (await checkLedger(database.read)).entries;
    const failure: unknown = await post(...postings).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InsufficientFundsError);
    expect(failure).toMatchObject({ accountId, currency: "AUD" });
    expect(await available("anna")).toBe(100n);
    expect((await checkLedger(database.read)).entries).toBe(entriesBefore);
  });

  test.each<{ description: string; postings: Posting[] }>([
    { description: "no postings", postings: [] },
    { description: "a posting of nothing", postings: [move(bank, anna, 0n)] },
    { description: "a negative posting", postings: [move(bank, anna, -1n)] },
    ...(["trading", "fees"] as const).flatMap((purpose) => [
      {
        description: `a customer who gives to ${purpose} by no exchange`,
        postings: [move(anna, houseAccount(purpose, "AUD"), 1n)],
      },
      {
        description: `a customer who gets from ${purpose} by no exchange`,
        postings: [move(houseAccount(purpose, "AUD"), anna, 1n)],
      },
    ]),
  ])("refuses an entry with $description", async ({ postings }) => {
    await expect(post(...postings)).rejects.toThrow(RangeError);
  });

  test.each<{ description: string; postings: Posting[] }>([
    {
      description: "a currency the house has no accounts in",
      postings: [{ ...move(houseAccount("bank", "XXX"), houseAccount("fees", "XXX"), 1n), currency: "XXX" }],
    },
    {
      description: "accounts of different currencies",
      postings: [move(bank, availableAccount("anna", "BTC"), 1n)],
    },
    { description: "an unknown customer", postings: [move(bank, availableAccount("no-one", "AUD"), 1n)] },
    { description: "an account and itself", postings: [move(bank, bank, 1n)] },
    { description: "more than 64 bits", postings: [move(bank, anna, LARGEST + 1n)] },
    { description: "a balance that grows over 64 bits", postings: [move(bank, anna, LARGEST)] },
  ])("the database refuses $description, and nothing is kept", async ({ postings }) => {
    await level();
    await expect(post(...postings)).rejects.toThrow();
    expect(await available("anna")).toBe(100n);
  });

  test("an entry is taken back once", async () => {
    await level();
    const original = entryOf([move(anna, bank, 30n), move(anna, onramp, 1n)]);
    await database.write((tx) => postEntry(tx, original));
    const reversal = (): LedgerEntry =>
      entryOf(reversePostings(original.postings), { reverses: original.id });
    await database.write((tx) => postEntry(tx, reversal()));
    expect(await available("anna")).toBe(100n);
    const failure: unknown = await database
      .write((tx) => postEntry(tx, reversal()))
      .catch((error: unknown) => error);
    expect(isUniqueViolation(failure)).toBe(true);
    expect(await available("anna")).toBe(100n);
  });

  test("entries that take from the same accounts in opposite order do not block each other", async () => {
    await level();
    await post(move(bank, bert, 100n));
    const there = Array.from({ length: 30 }, () => post(move(anna, bert, 1n)));
    const back = Array.from({ length: 30 }, () => post(move(bert, anna, 1n)));
    await Promise.all([...there, ...back]);
    expect([await available("anna"), await available("bert")]).toEqual([100n, 100n]);
  });

  test("the books balance after all of this", async () => {
    expect((await checkLedger(database.read)).mismatches).toEqual([]);
  });
});

describe("reversePostings", () => {
  const posting = fc.record({
    source: fc.constantFrom(anna, bert),
    destination: fc.constantFrom(bank, onramp),
    currency: fc.constant("AUD"),
    amount: fc.bigInt({ min: 1n, max: LARGEST }),
  });

  test("twice is where it began, once cancels out", () => {
    fc.assert(
      fc.property(fc.array(posting), (postings) => {
        const reversed = reversePostings(postings);
        expect(reversePostings(reversed)).toEqual(postings);
        const sums = new Map<string, bigint>();
        for (const { source, destination, amount } of [...postings, ...reversed]) {
          sums.set(source, (sums.get(source) ?? 0n) - amount);
          sums.set(destination, (sums.get(destination) ?? 0n) + amount);
        }
        expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
      }),
    );
  });
});

describe("customerAccountParts", () => {
  test("takes apart what the constructors put together", () => {
    expect(customerAccountParts(annaHeld)).toEqual({ userId: "anna", purpose: "held", currency: "AUD" });
    expect(customerAccountParts(anna)).toEqual({ userId: "anna", purpose: "available", currency: "AUD" });
  });

  test.each<CustomerAccountId>([
    "customer::available:AUD",
    "customer:anna:available:",
    "customer:anna:held:AUD:more",
    "customer:anna:held:held:AUD",
  ])("refuses %s", (id) => {
    expect(() => customerAccountParts(id)).toThrow(TypeError);
  });
});
