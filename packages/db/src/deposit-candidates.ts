/** Deposits that lines of the bank's statements may be for, and how much of each such lines have shown. */
import { sql } from "kysely";
import type { Reader } from "./handles/handles.ts";
import { OF_BANKS } from "./of-banks.ts";
import type { Epoch, TransactionStatus, User } from "./tables.ts";

/** A deposit that a line could pay, with whose it is. */
export interface DepositCandidate {
  readonly id: string;
  readonly user_id: string;
  readonly reference: string;
  readonly status: TransactionStatus;
  readonly currency: string;
  readonly payment_method: string | null;
  readonly announced: bigint | null;
  readonly expires_at: Epoch | null;
  /** Amount that is, or is to be, credited. */
  readonly credit: bigint;
  /** How much of it lines of statements have shown. */
  readonly shown: bigint;
  readonly first_name: string;
  readonly last_name: string;
  readonly customer_status: User["status"];
  readonly on_hold: string;
}

/**
 * Lines that show part of a deposit's credit. Money that the bank took back and the customer now owes is still
 * credited, so the line that brought it still shows it.
 */
export const showingLines = (reader: Reader) =>
  reader
    .selectFrom("bank_lines")
    .where((line) =>
      line.or([
        line("status", "=", "credited"),
        line(
          "id",
          "in",
          line
            .selectFrom("receivables")
            .innerJoin("bank_lines as back", "back.id", "receivables.bank_line_id")
            .select("back.matched_id")
            .where("back.matched_id", "is not", null)
            .$narrowType<{ matched_id: string }>(),
        ),
      ]),
    );

/** Amounts that lines have shown of deposits, by deposit. */
const shownByLines = (reader: Reader) =>
  showingLines(reader)
    .select(["matched_id", sql<bigint>`cast(sum(amount) as bigint)`.as("shown")])
    .groupBy("matched_id")
    .as("lines");

/** Facts about a candidate's deposit and customer. */
const CANDIDATE_COLUMNS = [
  "transactions.id",
  "transactions.user_id",
  "transactions.reference",
  "transactions.status",
  "transactions.credit_currency as currency",
  "transactions.payment_method",
  "transactions.announced",
  "transactions.expires_at",
  "transactions.credit",
  "users.first_name",
  "users.last_name",
  "users.status as customer_status",
  "users.on_hold",
] as const;

/** Deposits by bank that were announced, or made, after a time. */
export async function listDepositCandidates(reader: Reader, after: Epoch): Promise<DepositCandidate[]> {
  return reader
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.user_id")
    .leftJoin(shownByLines(reader), "lines.matched_id", "transactions.id")
    .select(CANDIDATE_COLUMNS)
    .select((row) => row.fn.coalesce("lines.shown", sql<bigint>`0`).as("shown"))
    .where("transactions.transaction_type", "=", "deposit")
    .where(OF_BANKS)
    .where("transactions.payment_method", "not in", ["onramp", "onchain"])
    .where("transactions.created_at", ">=", after)
    .execute();
}

/** Deposits that are paid as bills, begun at `after` or later, newest first. */
export async function listBillDeposits(
  reader: Reader,
  after: Epoch,
): Promise<Pick<DepositCandidate, "id" | "reference">[]> {
  return reader
    .selectFrom("transactions")
    .select(["id", "reference"])
    .where("transaction_type", "=", "deposit")
    .where(OF_BANKS)
    .where("payment_method", "=", "post_billpay")
    .where("created_at", ">=", after)
    .orderBy("created_at", "desc")
    .execute();
}

/** Credited amount of a deposit, and when that last changed. */
export interface DepositNow extends DepositCandidate {
  readonly updated_at: Epoch;
}

/** Deposits with these references as they are now, a few hundred at most. */
export async function listDepositsNow(reader: Reader, references: readonly string[]): Promise<DepositNow[]> {
  if (references.length === 0) return [];
  return reader
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.user_id")
    .select(CANDIDATE_COLUMNS)
    .select("transactions.updated_at")
    .select(
      showingLines(reader)
        .select(sql<bigint>`cast(coalesce(sum(amount), 0) as bigint)`.as("shown"))
        .where("matched_id", "=", sql<string>`transactions.id`)
        .$asScalar()
        .as("shown"),
    )
    .where("transactions.transaction_type", "=", "deposit")
    .where("transactions.reference", "in", references)
    .$narrowType<{ shown: bigint }>()
    .execute();
}

/** How much of a deposit's credit lines of statements have shown; smallest units. */
export async function shownOfDeposit(reader: Reader, transactionId: string): Promise<bigint> {
  const { sum } = await showingLines(reader)
    .select(sql<bigint>`cast(coalesce(sum(amount), 0) as bigint)`.as("sum"))
    .where("matched_id", "=", transactionId)
    .executeTakeFirstOrThrow();
  return sum;
}
