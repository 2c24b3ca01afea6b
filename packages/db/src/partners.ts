import { sql } from "kysely";
import type { NewReferralRecord, ReferralRecord, TransactionType } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { readPage, type PageNumber } from "./pages.ts";

/** A partner's referral records, newest first, with how many there are on all pages. */
export async function listReferrals(
  reader: Reader,
  partnerId: string,
  page: PageNumber,
): Promise<{ rows: ReferralRecord[]; total: number }> {
  const records = reader.selectFrom("referral_records").where("partner_id", "=", partnerId);
  return readPage(records.selectAll(), page);
}

/** Sum that a partner's customers gave in one currency by one kind of transaction. */
export interface ReferralTotal {
  readonly transaction_type: TransactionType;
  readonly credit_currency: string;
  /** How many records. */
  readonly records: bigint;
  /** Sum of what was given, smallest units. */
  readonly credit: bigint;
}

/** A partner's records added up by kind of transaction and by the currency given. */
export async function referralTotals(reader: Reader, partnerId: string): Promise<ReferralTotal[]> {
  return reader
    .selectFrom("referral_records")
    .select(["transaction_type", "credit_currency"])
    .select(({ fn }) => fn.countAll<bigint>().as("records"))
    .select(sql<bigint>`cast(sum(credit) as bigint)`.as("credit"))
    .where("partner_id", "=", partnerId)
    .groupBy(["transaction_type", "credit_currency"])
    .orderBy("transaction_type")
    .orderBy("credit_currency")
    .execute();
}

/** Exchanges of a pair by a partner's customers in a month; smallest units. */
export interface ReferralMonth {
  readonly month: string;
  readonly credit_currency: string;
  readonly debit_currency: string;
  /** How many exchanges. */
  readonly records: bigint;
  /** Sums of what was given and of what was got. */
  readonly credit: bigint;
  readonly debit: bigint;
}

/**
 * A partner's exchanges added up by month and pair, the newest month first.
 * @param months their names, and when each begins, milliseconds since 1970; the newest first
 */
export async function referralMonths(
  reader: Reader,
  partnerId: string,
  months: readonly { readonly name: string; readonly from: bigint }[],
): Promise<ReferralMonth[]> {
  const oldest = months.at(-1);
  if (oldest === undefined) return [];
  const cases = months.map(({ name, from }) => sql`when created_at >= ${from} then ${name}`);
  const dated = reader
    .selectFrom("referral_records")
    .select(["credit_currency", "debit_currency", "credit", "debit"])
    .select(sql<string>`case ${sql.join(cases, sql` `)} end`.as("month"))
    .where("partner_id", "=", partnerId)
    .where("transaction_type", "=", "exchange")
    .where("created_at", ">=", oldest.from);
  return reader
    .selectFrom(dated.as("dated"))
    .select(["month", "credit_currency", "debit_currency"])
    .select(({ fn }) => [
      fn.countAll<bigint>().as("records"),
      sql<bigint>`cast(sum(credit) as bigint)`.as("credit"),
      sql<bigint>`cast(sum(debit) as bigint)`.as("debit"),
    ])
    .groupBy(["month", "credit_currency", "debit_currency"])
    .orderBy("month", "desc")
    .orderBy("credit_currency")
    .orderBy("debit_currency")
    .execute();
}

/** How many customers a partner brought: those who registered through the link, and those whose records name no account. */
export async function countReferredCustomers(reader: Reader, partnerId: string): Promise<number> {
  const registered = reader.selectFrom("users").select("email").where("referred_by", "=", partnerId);
  const recorded = reader
    .selectFrom("referral_records")
    .select("client_email as email")
    .where("partner_id", "=", partnerId);
  const { total } = await reader
    .selectFrom(registered.union(recorded).as("customers"))
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Adds records, one or more; nothing is written if a record's transaction has one already. */
export async function insertReferrals(tx: WriteTx, ...records: readonly NewReferralRecord[]): Promise<void> {
  await tx
    .insertInto("referral_records")
    .values(records)
    .onConflict((conflict) => conflict.column("transaction_id").doNothing())
    .execute();
}

/** Takes the record of a transaction away, if it has one. */
export async function deleteReferralOf(tx: WriteTx, transactionId: string): Promise<void> {
  await tx.deleteFrom("referral_records").where("transaction_id", "=", transactionId).execute();
}
