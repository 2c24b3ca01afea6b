/** Movements of a customer's ledger accounts, from which the portfolio is computed. */
import { sql } from "kysely";
import type { Reader } from "./handles/handles.ts";
import { lookedUp, readStatement } from "./handles/statement.ts";
import { exchangesAfter, otherPostings } from "./owned-postings.ts";

/** Effect of one ledger entry on a customer's holding of a currency: set aside or not, it is the customer's. */
export interface OwnedChange {
  readonly entryId: string;
  readonly currency: string;
  /** Smallest units, never zero. */
  readonly change: bigint;
  /** Kind of the entry in the ledger. */
  readonly kind: string;
  /** The part of what an exchange gave that is its fee; zero otherwise. */
  readonly fee: bigint;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Changes with the balances they lead to. */
export interface OwnedChanges {
  readonly changes: readonly OwnedChange[];
  /** Holding of each currency at the same moment, set aside or not; smallest units. */
  readonly balances: ReadonlyMap<string, bigint>;
}

interface Row {
  /** Null for a balance. */
  readonly entry_id: string | null;
  readonly currency: string;
  readonly units: bigint;
  /** Amount that an exchange gave for it. */
  readonly got_currency: string | null;
  readonly got: bigint | null;
  readonly fee: bigint | null;
  readonly kind: string | null;
  readonly created_at: bigint;
}

const nothingGot = [
  sql<string | null>`null`.as("got_currency"),
  sql<bigint | null>`cast(null as bigint)`.as("got"),
  sql<bigint | null>`cast(null as bigint)`.as("fee"),
] as const;

/**
 * Changes and balances in one statement, so that both are of one moment. An exchange is one row, read once and as it is: the rows of
 * the history are long, and it was made when its entry was.
 */
const changesAfter = readStatement<{ userId: string; after: string }, Row>(
  "portfolio_changes_after",
  (db, parameter) => {
    const [userId, after] = [parameter("userId"), parameter("after")];
    const sum = sql<bigint>`cast(sum(change) as bigint)`;
    const netted = db
      .selectFrom(otherPostings(db, userId, after).as("sides"))
      .select(["entry_id", "currency", sum.as("units")])
      .groupBy(["entry_id", "currency"])
      .having(sum, "<>", 0n);
    return db
      .selectFrom(netted.as("netted"))
      .innerJoin("ledger_entries", "ledger_entries.id", "netted.entry_id")
      .select([
        sql<string | null>`netted.entry_id`.as("entry_id"),
        "netted.currency",
        "netted.units",
        ...nothingGot,
        sql<string | null>`ledger_entries.kind`.as("kind"),
        "ledger_entries.created_at",
      ])
      .unionAll(
        exchangesAfter(db, userId, after).select((row) => [
          "credit_currency as currency",
          row.neg(row.ref("credit")).as("units"),
          "debit_currency as got_currency",
          "debit as got",
          "fee_amount as fee",
          sql<string | null>`'exchange'`.as("kind"),
          "created_at",
        ]),
      )
      .unionAll(
        db
          .selectFrom("ledger_balances")
          .select([
            sql<string | null>`null`.as("entry_id"),
            "currency",
            sql<bigint>`cast(sum(balance) as bigint)`.as("units"),
            ...nothingGot,
            sql<string | null>`null`.as("kind"),
            sql<bigint>`0`.as("created_at"),
          ])
          .where("user_id", "=", lookedUp(userId))
          .groupBy("currency"),
      );
  },
);

/**
 * Effects of a customer's entries after one, and the customer's holdings at that moment.
 * @param after the id of an entry, or an empty text for all there are
 */
export async function ownedChangesAfter(
  reader: Reader,
  userId: string,
  after: string,
): Promise<OwnedChanges> {
  const rows = await reader.run(changesAfter, { userId, after });
  const changes: OwnedChange[] = [];
  const balances = new Map<string, bigint>();
  for (const { entry_id: entryId, currency, units, got_currency, got, ...row } of rows) {
    if (entryId === null) {
      balances.set(currency, units);
      continue;
    }
    const of = { entryId, kind: row.kind ?? "", fee: row.fee ?? 0n, at: Number(row.created_at) };
    changes.push({ ...of, currency, change: units });
    if (got_currency !== null && got !== null) changes.push({ ...of, currency: got_currency, change: got });
  }
  return { changes, balances };
}

/** Payment of a customer from outside for coins that arrived. */
export interface PaidOutside {
  readonly entryId: string;
  readonly currency: string;
  /** Smallest units. */
  readonly units: bigint;
}

/** Payments for a customer's deposits that arrived in another currency, as card payments do. */
export async function paidForDeposits(reader: Reader, userId: string): Promise<PaidOutside[]> {
  const rows = await reader
    .selectFrom("transactions")
    .select(["entry_id", "credit", "credit_currency"])
    .where("user_id", "=", userId)
    .where("transaction_type", "=", sql.lit("deposit" as const))
    // In the words of the partial index.
    .where("transaction_type", "<>", sql.lit("exchange" as const))
    .whereRef("credit_currency", "<>", "debit_currency")
    .where("entry_id", "is not", null)
    .execute();
  return rows.flatMap(({ entry_id, credit, credit_currency }) =>
    entry_id === null ? [] : [{ entryId: entry_id, currency: credit_currency, units: credit }],
  );
}

/** Coins that arrived on chain, with what the customer says that they cost; null if nothing was said. */
export interface ArrivedCoins {
  readonly entryId: string;
  /** Code of the coin. */
  readonly coin: string;
  readonly stated: { readonly currency: string; readonly units: bigint } | null;
}

/** A customer's coins from outside, oldest first. */
export async function arrivedCoins(reader: Reader, userId: string): Promise<ArrivedCoins[]> {
  const rows = await reader
    .selectFrom("transactions")
    .leftJoin("stated_costs", "stated_costs.transaction_id", "transactions.id")
    .select(["transactions.entry_id", "debit_currency", "stated_costs.currency", "stated_costs.cost"])
    .where("transactions.user_id", "=", userId)
    .where("transaction_type", "=", sql.lit("deposit" as const))
    // In the words of the partial index.
    .where("transaction_type", "<>", sql.lit("exchange" as const))
    .where("payment_method", "=", "onchain")
    .where("status", "=", "completed")
    .where("transactions.entry_id", "is not", null)
    .orderBy("transactions.id")
    .execute();
  return rows.flatMap(({ entry_id: entryId, debit_currency: coin, currency, cost }) =>
    entryId === null
      ? []
      : [{ entryId, coin, stated: currency === null || cost === null ? null : { currency, units: cost } }],
  );
}

/** A purchase or a sale of a coin. */
export interface Trade {
  /** Milliseconds since 1970. */
  readonly at: bigint;
  readonly kind: "buy" | "sell";
  /** Smallest units of the coin. */
  readonly units: bigint;
  /** Smallest units of what was given for it, or got, and its currency. */
  readonly otherUnits: bigint;
  readonly other: string;
}

/** Whether a customer has ever bought one of some coins. */
export async function hasBought(reader: Reader, userId: string, coins: readonly string[]): Promise<boolean> {
  const row = await reader
    .selectFrom("transactions")
    .select("id")
    .where("user_id", "=", userId)
    .where("transaction_type", "=", sql.lit("exchange" as const))
    .where("debit_currency", "in", coins)
    .limit(1n)
    .executeTakeFirst();
  return row !== undefined;
}

/** A customer's exchanges of a coin at or after a time, the newest first. */
export async function tradesSince(
  reader: Reader,
  userId: string,
  { coin, since, limit }: { readonly coin: string; readonly since: bigint; readonly limit: number },
): Promise<Trade[]> {
  const rows = await reader
    .selectFrom("transactions")
    .select(["created_at", "credit_currency", "credit", "debit_currency", "debit"])
    .where("user_id", "=", userId)
    .where("transaction_type", "=", sql.lit("exchange" as const))
    .where("created_at", ">=", since)
    .where((row) => row.or([row("credit_currency", "=", coin), row("debit_currency", "=", coin)]))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
  return rows.map(({ created_at: at, credit_currency, credit, debit_currency, debit }) =>
    credit_currency === coin
      ? { at, kind: "sell", units: credit, otherUnits: debit, other: debit_currency }
      : { at, kind: "buy", units: debit, otherUnits: credit, other: credit_currency },
  );
}
