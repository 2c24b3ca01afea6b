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

/** What a partner's customers gave in one currency by one kind of transaction. */
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

/** Adds a record; nothing is written where its transaction has one already. */
export async function insertReferral(tx: WriteTx, record: NewReferralRecord): Promise<void> {
  await tx
    .insertInto("referral_records")
    .values(record)
    .onConflict((conflict) => conflict.column("transaction_id").doNothing())
    .execute();
}

/** Takes the record of a transaction away, where it has one. */
export async function deleteReferralOf(tx: WriteTx, transactionId: string): Promise<void> {
  await tx.deleteFrom("referral_records").where("transaction_id", "=", transactionId).execute();
}
