/** Sources of a customer's statement of a month. */
import { sql } from "kysely";
import type { Epoch, Transaction } from "./tables.ts";
import type { AnyReader } from "./handles/handles.ts";
import { readStatement } from "./handles/statement.ts";
import { ownedPostings } from "./owned-postings.ts";
import { REPORTED, type ReportedExchange } from "./reports.ts";

/** From a moment up to another one, which is no longer part of it; milliseconds since 1970. */
export interface Period {
  readonly from: Epoch;
  readonly before: Epoch;
}

/** Effect of one entry on a customer's holding of a currency. */
export interface StatedMovement {
  readonly entryId: string;
  readonly currency: string;
  /** Smallest units, never zero; below zero for what went out. */
  readonly change: bigint;
  /** Milliseconds since 1970. */
  readonly at: Epoch;
}

export interface StatedMonth {
  /** Holding of each currency when the period began, set aside or not; smallest units. */
  readonly openings: ReadonlyMap<string, bigint>;
  /** In the order in which they were made. */
  readonly movements: readonly StatedMovement[];
}

interface Row {
  /** Empty for what was before the period. */
  readonly entry: string;
  readonly currency: string;
  readonly units: bigint;
  readonly at: bigint;
}

/** One statement, so that openings and movements are of one moment. */
const monthRows = readStatement<{ userId: string; after: string } & Period, Row>(
  "monthly_statement",
  (db, parameter) => {
    const from = parameter("from");
    const dated = db
      .selectFrom(ownedPostings(db, parameter("userId"), parameter("after")).as("owned"))
      .innerJoin("ledger_entries as made", "made.id", "owned.entry_id")
      .where("made.created_at", "<", parameter("before"))
      .select((row) => [
        row
          .case()
          .when("made.created_at", "<", from)
          .then(sql.lit(""))
          .else(row.ref("owned.entry_id"))
          .end()
          .as("entry"),
        "owned.currency",
        "owned.change",
        "made.created_at",
        "made.seq",
      ]);
    const units = sql<bigint>`cast(sum(change) as bigint)`;
    return db
      .selectFrom(dated.as("dated"))
      .select(({ fn }) => ["entry", "currency", units.as("units"), fn.max("created_at").as("at")])
      .groupBy(["entry", "currency"])
      .having(units, "<>", 0n)
      .orderBy(sql`max(created_at)`)
      .orderBy(sql`max(seq)`)
      .orderBy("currency");
  },
);

/** A customer's holdings when a period began, and their movements until it ended. */
export async function readStatedMonth(
  reader: AnyReader,
  userId: string,
  period: Period,
): Promise<StatedMonth> {
  const openings = new Map<string, bigint>();
  const movements: StatedMovement[] = [];
  for (const { entry, currency, units, at } of await reader.run(monthRows, {
    userId,
    after: "",
    ...period,
  })) {
    if (entry === "") openings.set(currency, units);
    else movements.push({ entryId: entry, currency, change: units, at });
  }
  return { openings, movements };
}

/** Sums of a customer's movements of a currency in one of several periods; smallest units. */
export interface StatedSums {
  /** When the period begins. */
  readonly from: Epoch;
  readonly currency: string;
  readonly in: bigint;
  readonly out: bigint;
}

/**
 * Sums of a customer's movements by period and currency, added up by the database. Each movement is the effect of an entry, as in
 * `readStatedMonth`.
 * @param periods in the order of time, each beginning as the one before it ends
 */
export async function readStatedSums(
  reader: AnyReader,
  userId: string,
  periods: readonly Period[],
): Promise<StatedSums[]> {
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return [];
  const units = sql<bigint>`cast(sum(owned.change) as bigint)`;
  const changes = reader
    .selectFrom(ownedPostings(reader, userId, "").as("owned"))
    .innerJoin("ledger_entries as made", "made.id", "owned.entry_id")
    .where("made.created_at", ">=", first.from)
    .where("made.created_at", "<", last.before)
    .select([
      "owned.currency",
      units.as("units"),
      sql<bigint>`cast(case ${sql.join(
        periods
          .toReversed()
          .map(({ from }) => sql`when made.created_at >= ${sql.lit(from)} then ${sql.lit(from)}`),
        sql` `,
      )} end as bigint)`.as("from"),
    ])
    .groupBy(["owned.entry_id", "owned.currency", "made.created_at"])
    .having(units, "<>", 0n);
  return reader
    .selectFrom(changes.as("changes"))
    .select([
      "from",
      "currency",
      sql<bigint>`cast(sum(case when units > 0 then units else 0 end) as bigint)`.as("in"),
      sql<bigint>`cast(sum(case when units < 0 then -units else 0 end) as bigint)`.as("out"),
    ])
    .groupBy(["from", "currency"])
    .orderBy("from")
    .orderBy("currency")
    .execute();
}

/** A transaction as a statement names it, by one of the entries that belong to it. */
export type StatedTransaction = ReportedExchange &
  Pick<Transaction, "transaction_type"> & { readonly entry: string | null };

/** The transactions that a customer's entries of a period belong to. */
export async function readStatedTransactions(
  reader: AnyReader,
  userId: string,
  { from, before }: Period,
): Promise<StatedTransaction[]> {
  const own = reader
    .selectFrom("transactions as own")
    .where("own.user_id", "=", userId)
    .where("own.created_at", "<", before)
    .where("own.updated_at", ">=", from);
  const columns = [...REPORTED, "transaction_type"] as const;
  return own
    .select([...columns.map((name) => `own.${name}` as const), "own.entry_id as entry"])
    .where("own.entry_id", "is not", null)
    .union(
      own
        .innerJoin("transaction_events as event", "event.transaction_id", "own.id")
        .select([...columns.map((name) => `own.${name}` as const), "event.entry_id as entry"])
        .where("event.entry_id", "is not", null),
    )
    .execute();
}

/** When a customer's first entry was made, milliseconds since 1970; undefined if there is none. */
export async function firstEntryAt(reader: AnyReader, userId: string): Promise<Epoch | undefined> {
  const row = await reader
    .selectFrom(ownedPostings(reader, userId, "").as("owned"))
    .innerJoin("ledger_entries as made", "made.id", "owned.entry_id")
    .select(({ fn }) => fn.min<Epoch | null>("made.created_at").as("first"))
    .executeTakeFirst();
  return row?.first ?? undefined;
}
