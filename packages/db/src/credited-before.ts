/** One payment's money may be here twice: put on a balance by hand, and by a line. */
import { sql } from "kysely";
import type { Epoch } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { showingLines } from "./deposit-candidates.ts";
import { OF_BANKS } from "./of-banks.ts";

/** So many are named at most. */
const MOST = 5n;

/** Holds a currency until the transaction ends, so that credits by hand and by line are judged one after another. */
export async function lockCredits(tx: WriteTx, currency: string): Promise<void> {
  await tx
    .updateTable("currencies")
    .set((row) => ({ active: row.ref("active") }))
    .where("code", "=", currency)
    .execute();
}

/** Just this amount between two moments or days, but for one payment. */
interface Sought<At> {
  readonly currency: string;
  /** Smallest units. */
  readonly amount: bigint;
  readonly from: At;
  readonly to: At;
  /** Id of the transaction. */
  readonly except: string;
}

/** Money that staff put on a balance without a line. */
export interface ByHand {
  readonly id: string;
  readonly transaction_type: string;
  readonly reference: string;
  readonly updated_at: Epoch;
  readonly first_name: string;
  readonly last_name: string;
}

/** Lines that show a payout that has come back. */
const bounces = (reader: Reader) =>
  reader.selectFrom("bank_lines").where("status", "=", "payout").where("amount", ">", 0n);

/** Those of the transaction that an outer query is about. */
const ofTransaction = (lines: ReturnType<typeof bounces>) =>
  lines.select("bank_lines.id").where("bank_lines.matched_id", "=", sql<string>`transactions.id`);

/**
 * Deposits that were credited, and withdrawals that were returned, with just this amount between two times, and that no line has shown.
 */
export async function listUnshownCredits(
  reader: Reader,
  { currency, amount, from, to, except }: Sought<Epoch>,
): Promise<ByHand[]> {
  return reader
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.user_id")
    .select([
      "transactions.id",
      "transactions.transaction_type",
      "transactions.reference",
      "transactions.updated_at",
      "users.first_name",
      "users.last_name",
    ])
    .where(OF_BANKS)
    .where("transactions.credit", "=", amount)
    .where("transactions.credit_currency", "=", currency)
    .where("transactions.updated_at", ">=", from)
    .where("transactions.updated_at", "<", to)
    .where("transactions.id", "<>", except)
    .where((row) =>
      row.or([
        row.and([
          row("transactions.transaction_type", "=", "deposit"),
          row("transactions.status", "=", "completed"),
          row("transactions.payment_method", "not in", ["onramp", "onchain"]),
        ]),
        row.and([
          row("transactions.transaction_type", "=", "withdraw"),
          row("transactions.status", "=", "returned"),
        ]),
      ]),
    )
    .where((row) => row.not(row.exists(ofTransaction(showingLines(reader)))))
    .where((row) => row.not(row.exists(ofTransaction(bounces(reader)))))
    .orderBy("transactions.id")
    .limit(MOST)
    .execute();
}

/** A line that put money on a balance, with what it was used for. */
export interface CreditedLine {
  readonly id: string;
  readonly booked_on: string;
  readonly text: string;
  readonly payer: string | null;
  readonly proposal: string | null;
  readonly reference: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** Lines with just this amount that were credited for something else, days with both ends. */
export async function listCreditedLines(
  reader: Reader,
  { currency, amount, from, to, except }: Sought<string>,
): Promise<CreditedLine[]> {
  return reader
    .selectFrom("bank_lines")
    .innerJoin("transactions", "transactions.id", "bank_lines.matched_id")
    .innerJoin("users", "users.id", "transactions.user_id")
    .select([
      "bank_lines.id",
      "bank_lines.booked_on",
      "bank_lines.text",
      "bank_lines.payer",
      "bank_lines.proposal",
      "transactions.reference",
      "users.first_name",
      "users.last_name",
    ])
    .where("bank_lines.amount", "=", amount)
    .where("bank_lines.currency", "=", currency)
    .where("bank_lines.status", "in", ["credited", "payout"])
    .where("bank_lines.booked_on", ">=", from)
    .where("bank_lines.booked_on", "<=", to)
    .where("bank_lines.matched_id", "<>", except)
    .orderBy("bank_lines.booked_on", "desc")
    .orderBy("bank_lines.id", "desc")
    .execute();
}
