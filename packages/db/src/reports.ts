/** Sums of reports: all customers' exchanges, and sign-ups. */
import { sql } from "kysely";
import type { Epoch, Transaction } from "./tables.ts";
import type { AnyReader } from "./handles/handles.ts";
import { rowsAfter, type Place } from "./pages.ts";
import { rolesText } from "./roles.ts";

/** The columns of an exchange that a report needs. */
export const REPORTED = [
  "id",
  "user_id",
  "reference",
  "credit",
  "credit_currency",
  "debit",
  "debit_currency",
  "rate",
  "fee_amount",
  "created_at",
] as const satisfies readonly (keyof Transaction)[];

/** An exchange as a report needs it. */
export type ReportedExchange = Pick<Transaction, (typeof REPORTED)[number]>;

/** Milliseconds since 1970; `before` is no longer part of it. */
export interface Span {
  readonly from: Epoch;
  readonly before: Epoch;
}

const exchangesOf = (reader: AnyReader, { from, before }: Span) =>
  reader
    .selectFrom("transactions")
    // The words of the partial index.
    .where("transaction_type", "=", sql.lit("exchange" as const))
    .where("created_at", ">=", from)
    .where("created_at", "<", before);

/** The next exchanges of all customers, oldest first: a walk meets each once, in bounded memory. */
export async function walkExchanges(
  reader: AnyReader,
  span: Span,
  after: Place | undefined,
  limit: number,
): Promise<ReportedExchange[]> {
  return rowsAfter(exchangesOf(reader, span).select(REPORTED), "transactions", after, "asc")
    .orderBy("created_at")
    .orderBy("id")
    .limit(BigInt(limit))
    .execute();
}

/** Exchanges of a pair; smallest units. */
export interface PairVolume {
  readonly credit_currency: string;
  readonly debit_currency: string;
  /** How many exchanges. */
  readonly total: bigint;
  /** Amounts that customers gave, fees included, and got. */
  readonly given: bigint;
  readonly got: bigint;
}

/** The volume of each pair that was traded, in the order of their codes. */
export async function readVolume(reader: AnyReader, span: Span): Promise<PairVolume[]> {
  return exchangesOf(reader, span)
    .select(({ fn }) => [
      "credit_currency",
      "debit_currency",
      fn.countAll<bigint>().as("total"),
      sql<bigint>`cast(sum(credit) as bigint)`.as("given"),
      sql<bigint>`cast(sum(debit) as bigint)`.as("got"),
    ])
    .groupBy(["credit_currency", "debit_currency"])
    .orderBy("credit_currency")
    .orderBy("debit_currency")
    .execute();
}

/** How many customers signed up, partners too, and how many of them are verified now. */
export async function countSignUps(
  reader: AnyReader,
  { from, before }: Span,
): Promise<{ readonly total: bigint; readonly verified_total: bigint }> {
  return (
    reader
      .selectFrom("users")
      .select(({ fn }) => [
        fn.countAll<bigint>().as("total"),
        sql<bigint>`count(case when status = 'verified' then 1 end)`.as("verified_total"),
      ])
      // The words of the partial index.
      .where("roles", "in", [sql.lit(rolesText(["regular-user"])), sql.lit(rolesText(["partner"]))])
      .where("created_at", ">=", from)
      .where("created_at", "<", before)
      .executeTakeFirstOrThrow()
  );
}
