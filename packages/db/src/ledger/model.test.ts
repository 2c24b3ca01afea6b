/**
 * The ledger against a model that shares no code with it: a map of balances in memory. Random movements,
 * allowed or not, are done to both, and after each the two must agree on the outcome and on every balance.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../database.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";
import { addCustomers, seedCurrencies } from "../testing/fixtures.ts";
import { attacks, noteFigures } from "../testing/trial.ts";
import { availableAccount, heldAccount, houseAccount, type LedgerAccountId } from "./accounts.ts";
import { InsufficientFundsError, postEntry, reversePostings, type Posting } from "./post-entry.ts";
import { checkLedger } from "./trial-balance.ts";

const CURRENCIES = ["AUD", "BTC"] as const;
/** Sequences of acts, and the most acts of one. */
const SEQUENCES = attacks({ few: 40, many: 10_000 });
const LONGEST = 50;

interface World {
  readonly database: Database;
  /** Customers of this run; every run has its own in a shared database. */
  readonly people: readonly string[];
  readonly nextEntry: () => string;
}

interface Model {
  readonly balances: Map<string, bigint>;
  /** Entries that went through, to be taken back once. */
  readonly posted: { id: string; postings: Posting[]; reversed: boolean }[];
}

/** One leg before it is known which customers take part: indexes into the run's people. */
interface Leg {
  readonly from: Place;
  readonly to: Place;
  readonly amount: bigint;
}
type Place =
  | { readonly at: "house"; readonly purpose: "adjustments" | "onramp" | "bank" }
  | { readonly at: "available" | "held"; readonly person: number };

const place: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ at: fc.constant("house" as const), purpose: fc.constantFrom("adjustments", "onramp", "bank") }),
  fc.record({ at: fc.constantFrom("available", "held"), person: fc.nat(1) }),
);
/** With it all balances of the whole trial add up to less than 2^63, which is what SQLite can add up to. */
const LARGEST = 10n ** 14n;
const leg: fc.Arbitrary<Leg> = fc.record({
  from: place,
  to: place,
  amount: fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: LARGEST })),
});

function accountAt(where: Place, currency: string, people: readonly string[]): LedgerAccountId {
  if (where.at === "house") return houseAccount(where.purpose, currency);
  const person = people[where.person] ?? "";
  return where.at === "held" ? heldAccount(person, currency) : availableAccount(person, currency);
}

/** The model's own idea of an entry: undefined if some customer would end below zero. */
function applied(
  balances: ReadonlyMap<string, bigint>,
  postings: readonly Posting[],
): Map<string, bigint> | undefined {
  const next = new Map(balances);
  for (const { source, destination, amount } of postings) {
    next.set(source, (next.get(source) ?? 0n) - amount);
    next.set(destination, (next.get(destination) ?? 0n) + amount);
  }
  const overdrawn = [...next].some(([account, balance]) => account.startsWith("customer:") && balance < 0n);
  return overdrawn ? undefined : next;
}

async function agree(model: Model, { database, people }: World): Promise<void> {
  const rows = await database.read
    .selectFrom("ledger_balances")
    .select(["account_id", "balance"])
    .where("user_id", "in", people)
    .execute();
  const modelled = [...model.balances].filter(([account]) => account.startsWith("customer:"));
  expect(new Map(rows.map(({ account_id, balance }) => [account_id, balance]))).toEqual(new Map(modelled));
}

async function attempt(world: World, id: string, postings: Posting[], reverses?: string): Promise<boolean> {
  try {
    await world.database.write((tx) =>
      postEntry(tx, {
        id,
        kind: "model",
        description: "Model",
        createdBy: "model",
        createdAt: 0n,
        postings,
        ...(reverses === undefined ? {} : { reverses }),
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof InsufficientFundsError) return false;
    throw error;
  }
}

class PostCommand implements fc.AsyncCommand<Model, World> {
  readonly #currency: string;
  readonly #legs: readonly Leg[];
  constructor(currency: string, legs: readonly Leg[]) {
    this.#currency = currency;
    this.#legs = legs;
  }
  check(): boolean {
    return true;
  }
  async run(model: Model, world: World): Promise<void> {
    const postings = this.#legs
      .map(({ from, to, amount }) => ({
        source: accountAt(from, this.#currency, world.people),
        destination: accountAt(to, this.#currency, world.people),
        currency: this.#currency,
        amount,
      }))
      .filter(({ source, destination }) => source !== destination);
    if (postings.length === 0) return;
    const expected = applied(model.balances, postings);
    const id = world.nextEntry();
    expect(await attempt(world, id, postings)).toBe(expected !== undefined);
    if (expected !== undefined) {
      model.posted.push({ id, postings, reversed: false });
      for (const [account, balance] of expected) model.balances.set(account, balance);
    }
    await agree(model, world);
  }
  toString(): string {
    return `post(${this.#currency}, ${fc.stringify(this.#legs)})`;
  }
}

class ReverseCommand implements fc.AsyncCommand<Model, World> {
  readonly #pick: number;
  constructor(pick: number) {
    this.#pick = pick;
  }
  check(model: Readonly<Model>): boolean {
    return model.posted.some(({ reversed }) => !reversed);
  }
  async run(model: Model, world: World): Promise<void> {
    const open = model.posted.filter(({ reversed }) => !reversed);
    const entry = open[this.#pick % open.length];
    if (entry === undefined) return;
    const postings = reversePostings(entry.postings);
    const expected = applied(model.balances, postings);
    const id = world.nextEntry();
    expect(await attempt(world, id, postings, entry.id)).toBe(expected !== undefined);
    if (expected !== undefined) {
      entry.reversed = true;
      for (const [account, balance] of expected) model.balances.set(account, balance);
    }
    await agree(model, world);
  }
  toString(): string {
    return `reverse(${this.#pick})`;
  }
}

describe.each(DIALECTS)("the ledger and its model on %s", (dialect) => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase(dialect);
    await database.write(seedCurrencies);
  });
  afterAll(() => database.close());

  test("agree on every outcome and every balance", async () => {
    let people = 0;
    let entries = 0;
    const commands = fc.commands(
      [
        fc
          .tuple(fc.constantFrom(...CURRENCIES), fc.array(leg, { minLength: 1, maxLength: 4 }))
          .map(([currency, legs]) => new PostCommand(currency, legs)),
        fc.nat(20).map((pick) => new ReverseCommand(pick)),
      ],
      // Sequences of their own length rather than short ones first: every run does some posting.
      { maxCommands: LONGEST, size: "max" },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const own = [`person-${++people}`, `person-${++people}`];
        await database.write((tx) => addCustomers(tx, own));
        await fc.asyncModelRun(
          () => ({
            model: { balances: new Map<string, bigint>(), posted: [] },
            real: { database, people: own, nextEntry: () => `model-${++entries}` },
          }),
          sequence,
        );
      }),
      { numRuns: SEQUENCES },
    );
    const report = await checkLedger(database.read);
    expect(report.mismatches).toEqual([]);
    expect(report.entries).toBeGreaterThan(20);
    noteFigures(
      `${dialect}: ${SEQUENCES} sequences of up to ${LONGEST} acts, ${report.entries} entries; no difference`,
    );
  });
});
