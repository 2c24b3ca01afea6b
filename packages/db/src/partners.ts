import type { ReferralRecord } from "./tables.ts";
import type { Reader, WriteTx } from "./transaction.ts";

/** A partner's referral records, newest first, with how many there are on all pages. `page` counts from 1. */
export async function listReferrals(
  reader: Reader,
  partnerId: string,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ rows: ReferralRecord[]; total: number }> {
  const records = reader.selectFrom("referral_records").where("partner_id", "=", partnerId);
  const rows = await records
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(perPage))
    .offset(BigInt(page - 1) * BigInt(perPage))
    .execute();
  const { total } = await records
    .select((record) => record.fn.countAll<bigint>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export async function insertReferral(tx: WriteTx, record: ReferralRecord): Promise<void> {
  await tx.insertInto("referral_records").values(record).execute();
}
