import { sql } from "kysely";
import { commandStatement, writeStatement, type WriteStatement } from "../handles/statement.ts";
import type { CustomerPurpose } from "../tables.ts";
import { together } from "../handles/together.ts";
import type { WriteTx } from "../handles/handles.ts";
import {
  customerAccountParts,
  isCustomerAccount,
  type CustomerAccountId,
  type LedgerAccountId,
} from "./accounts.ts";

/**
 * One movement of money: `amount` (above zero, smallest units of `currency`) leaves the source account and
 * reaches the destination account. As each posting has both sides, any set of them sums to zero per currency.
 */
export interface Posting {
  readonly source: LedgerAccountId;
  readonly destination: LedgerAccountId;
  readonly currency: string;
  readonly amount: bigint;
}

/** Postings that are written into the books at once. */
export interface LedgerEntry {
  readonly id: string;
  /** Kind as a word: `exchange`, `deposit`, `adjustment`, … */
  readonly kind: string;
  readonly description: string;
  /** Actor: a user's id, or the name of a part of the system. */
  readonly createdBy: string;
  /** The second person, if the act needed one; never who caused it. */
  readonly approvedBy?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: bigint;
  /** The entry that this one takes back; an entry can be taken back once. */
  readonly reverses?: string;
  readonly postings: readonly Posting[];
}

/** A customer's account has less than the entry takes from it (or does not exist, which is the same). */
export class InsufficientFundsError extends Error {
  readonly accountId: CustomerAccountId;
  readonly currency: string;

  constructor(accountId: CustomerAccountId, currency: string) {
    super(`${accountId} has less than is to be taken from it`);
    this.name = "InsufficientFundsError";
    this.accountId = accountId;
    this.currency = currency;
  }
}

const decreaseBalance = writeStatement<{ account: string; by: bigint }, { balance: bigint }>(
  "ledger_decrease_balance",
  (db, parameter) =>
    db
      .updateTable("ledger_balances")
      .set((balances) => ({ balance: balances("balance", "-", parameter("by")) }))
      .where("account_id", "=", parameter("account"))
      .where("balance", ">=", parameter("by"))
      .returning("balance"),
);

const increaseBalance = writeStatement<{ account: string; by: bigint }, { balance: bigint }>(
  "ledger_increase_balance",
  (db, parameter) =>
    db
      .updateTable("ledger_balances")
      .set((balances) => ({ balance: balances("balance", "+", parameter("by")) }))
      .where("account_id", "=", parameter("account"))
      .returning("balance"),
);

const openAccount = commandStatement<{
  account: string;
  currency: string;
  userId: string;
  purpose: CustomerPurpose;
}>("ledger_open_account", (db, parameter) =>
  db
    .insertInto("ledger_accounts")
    .values({
      id: parameter("account"),
      currency: parameter("currency"),
      owner: "customer",
      user_id: parameter("userId"),
      purpose: parameter("purpose"),
    })
    .onConflict((conflict) => conflict.doNothing()),
);

const openBalance = commandStatement<{
  account: string;
  currency: string;
  userId: string;
  purpose: CustomerPurpose;
  balance: bigint;
}>("ledger_open_balance", (db, parameter) =>
  db
    .insertInto("ledger_balances")
    .values({
      account_id: parameter("account"),
      currency: parameter("currency"),
      user_id: parameter("userId"),
      purpose: parameter("purpose"),
      balance: parameter("balance"),
    })
    // Another transaction may have opened the account since the increase found none.
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet((balances) => ({
        balance: balances("ledger_balances.balance", "+", balances.ref("excluded.balance")),
      })),
    ),
);

const insertEntry = commandStatement<{
  id: string;
  kind: string;
  description: string;
  reverses: string | null;
  createdBy: string;
  createdAt: bigint;
  approvedBy: string | null;
}>("ledger_insert_entry", (db, parameter, dialect) =>
  db.insertInto("ledger_entries").values({
    // PostgreSQL counts by itself. SQLite writes one thing at a time, so that the next number is no one else's.
    ...(dialect === "sqlite" && {
      seq: sql<never>`(select coalesce(max(seq), 0) + 1 from ledger_entries)`,
    }),
    id: parameter("id"),
    kind: parameter("kind"),
    description: parameter("description"),
    reverses_entry_id: parameter("reverses"),
    created_by: parameter("createdBy"),
    created_at: parameter("createdAt"),
    approved_by: parameter("approvedBy"),
  }),
);

/** The parameters of one posting, each name followed by the posting's place in the entry. */
type PostingParameters = Readonly<Record<`${keyof Posting}${number}`, string | bigint>>;

type InsertPostings = WriteStatement<{ readonly entryId: string } & PostingParameters, never>;

const insertPostingsOf = new Map<number, InsertPostings>();

/** All postings of an entry in one statement: on PostgreSQL one wait instead of one for each (the bench's "exchanges over HTTP"). */
function insertPostings(count: number): InsertPostings {
  const known = insertPostingsOf.get(count);
  if (known !== undefined) return known;
  const statement: InsertPostings = commandStatement(`ledger_insert_postings_${count}`, (db, parameter) =>
    db.insertInto("ledger_postings").values(
      Array.from({ length: count }, (_, place) => ({
        entry_id: parameter("entryId"),
        position: BigInt(place),
        source_account: parameter(`source${place}`) as string,
        destination_account: parameter(`destination${place}`) as string,
        currency: parameter(`currency${place}`) as string,
        amount: parameter(`amount${place}`) as bigint,
      })),
    ),
  );
  insertPostingsOf.set(count, statement);
  return statement;
}

function postingParameters(
  entryId: string,
  postings: readonly Posting[],
): { entryId: string } & PostingParameters {
  const parameters: Record<string, string | bigint> = {};
  for (const [place, { source, destination, currency, amount }] of postings.entries()) {
    parameters[`source${place}`] = source;
    parameters[`destination${place}`] = destination;
    parameters[`currency${place}`] = currency;
    parameters[`amount${place}`] = amount;
  }
  return { entryId, ...parameters };
}

/**
 * Writes one entry into the ledger and moves the customers' balances with it: the only place that does
 * either.
 *
 * Throws `InsufficientFundsError` if a customer's account would go below zero (so the whole transaction is
 * undone), a RangeError on an entry without postings, with an amount that is not above zero, or, unless it is an exchange,
 * with a posting between a customer and the house's trading or fees, and the database's error on an unknown house account or currency, a posting between accounts of different
 * currencies, or an entry that was taken back already.
 *
 * An account that the entry both debits and credits is touched once, with the difference. Balances are
 * touched in the order of their ids, so that two entries over the same accounts wait for each other instead
 * of deadlocking.
 */
export async function postEntry(tx: WriteTx, entry: LedgerEntry): Promise<void> {
  if (entry.postings.length === 0) throw new RangeError(`ledger entry ${entry.id} has no postings`);
  if (entry.kind !== "exchange" && entry.postings.some(isTraded)) {
    throw new RangeError(`ledger entry ${entry.id} trades with a customer and is no exchange`);
  }
  await together(netChanges(entry.postings).map(([account, change]) => changeBalance(tx, account, change)));
  tx.later(insertEntry, {
    id: entry.id,
    kind: entry.kind,
    description: entry.description,
    reverses: entry.reverses ?? null,
    createdBy: entry.createdBy,
    createdAt: entry.createdAt,
    approvedBy: entry.approvedBy ?? null,
  });
  tx.later(insertPostings(entry.postings.length), postingParameters(entry.id, entry.postings));
}

const isTrade = (account: LedgerAccountId): boolean => /^house:(?:trading|fees):/.test(account);

/**
 * Whether a customer gives to, or gets from, the house's trading or fees: `ownedPostings` looks for that only among
 * exchanges.
 */
const isTraded = ({ source, destination }: Posting): boolean =>
  (isCustomerAccount(source) && isTrade(destination)) || (isCustomerAccount(destination) && isTrade(source));

/** The postings that undo the given ones: each amount back from where it went, last first. */
export function reversePostings(postings: readonly Posting[]): Posting[] {
  return postings
    .map(({ source, destination, currency, amount }) => ({
      source: destination,
      destination: source,
      currency,
      amount,
    }))
    .reverse();
}

/** Gain (or, below zero, loss) of each customer account by the postings, in the order of account ids. */
function netChanges(postings: readonly Posting[]): [CustomerAccountId, bigint][] {
  const changes = new Map<CustomerAccountId, bigint>();
  for (const { source, destination, amount } of postings) {
    if (amount <= 0n) throw new RangeError(`a posting moves ${amount}: it must be above zero`);
    if (isCustomerAccount(source)) changes.set(source, (changes.get(source) ?? 0n) - amount);
    if (isCustomerAccount(destination)) changes.set(destination, (changes.get(destination) ?? 0n) + amount);
  }
  return [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function changeBalance(tx: WriteTx, account: CustomerAccountId, change: bigint): Promise<void> {
  if (change < 0n) {
    const [decreased] = await tx.run(decreaseBalance, { account, by: -change });
    if (decreased === undefined) {
      throw new InsufficientFundsError(account, customerAccountParts(account).currency);
    }
    return;
  }
  const [increased] = await tx.run(increaseBalance, { account, by: change });
  if (increased !== undefined) return;
  const { userId, purpose, currency } = customerAccountParts(account);
  await tx.run(openAccount, { account, currency, userId, purpose });
  await tx.run(openBalance, { account, currency, userId, purpose, balance: change });
}
