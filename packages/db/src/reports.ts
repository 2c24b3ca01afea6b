/** Walks through all customers' exchanges, for reports. */
import { sql } from "kysely";
import type { Epoch, Transaction } from "./tables.ts";
import type { Reader } from "./handles/handles.ts";

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

/**
 * The next exchanges of all customers, in the order of their ids: a walk meets each once, in bounded memory.
 * @param period milliseconds since 1970; exchanges of the moment `before`, and later ones, are left out
 */
export async function walkExchanges(
  reader: Reader,
  { from, before }: { readonly from: Epoch; readonly before: Epoch },
  after: string | undefined,
  limit: number,
): Promise<ReportedExchange[]> {
  return reader
    .selectFrom("transactions")
    .select(REPORTED)
    .where("transaction_type", "=", sql.lit("exchange" as const))
    .where("created_at", ">=", from)
    .where("created_at", "<", before)
    .$if(after !== undefined, (rows) => rows.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(BigInt(limit))
    .execute();
}
