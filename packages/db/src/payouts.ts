/** Payout runs: which withdrawals are paid together. A withdrawal's own row says in which batch it is, so that it is in one at most. */
import { sql } from "kysely";
import type { BankTransaction } from "./bank-transactions.ts";
import { mayBePaidIn } from "./holds.ts";
import type { SharedKind, SearchHash } from "./sealed/search-hashes.ts";
import type {
  CustomerPurpose,
  Epoch,
  PayoutBatchRow,
  PayoutSettings,
  PayoutStatus,
  Transaction as TransactionRow,
} from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { OF_BANKS } from "./of-banks.ts";
import { rowsAfter, type Place } from "./pages.ts";

/** A batch with what is in it now. */
export interface Batch extends PayoutBatchRow {
  /** How many withdrawals. */
  readonly entries: bigint;
  /** Smallest units. */
  readonly total: bigint;
}

/**
 * Opens a batch with the withdrawals of a currency that may be paid, oldest first. One of two concurrent calls for the
 * same withdrawal gets it.
 * @param most so many at most
 * @returns how many it holds
 */
export async function openBatch(tx: WriteTx, batch: PayoutBatchRow, most: number): Promise<number> {
  await tx.insertInto("payout_batches").values(batch).execute();
  const payable = tx
    .selectFrom("transactions")
    .select("id")
    .where("transaction_type", "=", "withdraw")
    .where(OF_BANKS)
    .where("status", "=", "requested")
    .where("coin_payee_id", "is", null)
    .where("credit_currency", "=", batch.currency)
    .where("payout_batch_id", "is", null)
    .where((row) =>
      row.exists(
        row
          .selectFrom("users")
          .select("users.id")
          .whereRef("users.id", "=", "transactions.user_id")
          .where(mayBePaidIn),
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(BigInt(most));
  const taken = await tx
    .updateTable("transactions")
    .set({ payout_batch_id: batch.id })
    .where("id", "in", payable)
    .where("status", "=", "requested")
    .where("payout_batch_id", "is", null)
    .returning("id")
    .execute();
  return taken.length;
}

/** Holds a batch until the transaction ends. */
export async function lockBatch(tx: WriteTx, id: string): Promise<PayoutBatchRow | undefined> {
  return tx
    .updateTable("payout_batches")
    .set((batch) => ({ status: batch.ref("status") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Changes a batch that the caller has locked. */
export async function changeBatch(
  tx: WriteTx,
  id: string,
  changes: Partial<Omit<PayoutBatchRow, "id" | "currency" | "created_at" | "created_by">>,
): Promise<void> {
  await tx.updateTable("payout_batches").set(changes).where("id", "=", id).execute();
}

/** Takes withdrawals out of a batch that the caller has locked: all of them, or one. @returns how many */
export async function takeOut(tx: WriteTx, batchId: string, transactionId?: string): Promise<number> {
  const out = await tx
    .updateTable("transactions")
    .set({ payout_batch_id: null })
    .where("payout_batch_id", "=", batchId)
    .where("status", "=", "requested")
    .$if(transactionId !== undefined, (rows) => rows.where("id", "=", transactionId ?? ""))
    .returning("id")
    .execute();
  return out.length;
}

function batches(reader: AnyReader) {
  // For each batch by itself, so that a page of them adds up no other.
  return reader
    .selectFrom("payout_batches")
    .selectAll("payout_batches")
    .select((batch) => {
      const members = batch
        .selectFrom("transactions")
        .whereRef("transactions.payout_batch_id", "=", "payout_batches.id");
      return [
        members
          .select(sql<bigint>`count(*)`.as("entries"))
          .$asScalar()
          .$notNull()
          .as("entries"),
        members
          .select(sql<bigint>`cast(coalesce(sum(transactions.credit), 0) as bigint)`.as("total"))
          .$asScalar()
          .$notNull()
          .as("total"),
      ];
    });
}

export async function findBatch(reader: Reader, id: string): Promise<Batch | undefined> {
  return batches(reader).where("payout_batches.id", "=", id).executeTakeFirst();
}

/** Batches of an account whose file was taken, and that no statement has shown yet. */
export async function listUnshownBatches(reader: Reader, depositAccountId: string): Promise<Batch[]> {
  return batches(reader)
    .where("payout_batches.deposit_account_id", "=", depositAccountId)
    .where("payout_batches.status", "in", ["released", "sent"])
    .where("payout_batches.filed_at", "is not", null)
    .execute();
}

/** A withdrawal that was paid, with whose it is. */
export interface PaidWithdrawal extends Pick<
  TransactionRow,
  "id" | "user_id" | "reference" | "status" | "credit" | "created_at"
> {
  readonly first_name: string;
  readonly last_name: string;
}

/**
 * Withdrawals of a currency, requested after a time, that were paid and that no line has shown: on its own going out,
 * or coming back. Payments of a batch are not shown on their own.
 */
export async function listUnshownWithdrawals(
  reader: Reader,
  {
    currency,
    after,
    way,
  }: { readonly currency: string; readonly after: Epoch; readonly way: "out" | "back" },
): Promise<PaidWithdrawal[]> {
  return reader
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.user_id")
    .select([
      "transactions.id",
      "transactions.user_id",
      "transactions.reference",
      "transactions.status",
      "transactions.credit",
      "transactions.created_at",
      "users.first_name",
      "users.last_name",
    ])
    .where("transactions.transaction_type", "=", "withdraw")
    .where(OF_BANKS)
    .where("transactions.status", "in", ["completed", "returned"])
    .where("transactions.credit_currency", "=", currency)
    .where("transactions.created_at", ">=", after)
    .$if(way === "out", (rows) => rows.where("transactions.payout_batch_id", "is", null))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("bank_lines")
            .select("bank_lines.id")
            .whereRef("bank_lines.matched_id", "=", "transactions.id")
            .where("bank_lines.amount", way === "out" ? "<" : ">", 0n),
        ),
      ),
    )
    .execute();
}

interface BatchesPiece {
  readonly status: PayoutStatus | undefined;
  readonly currency: string | undefined;
  /** Made at or after this time, and before that one; milliseconds since 1970. */
  readonly from?: Epoch | undefined;
  readonly before?: Epoch | undefined;
  /** With a withdrawal of this customer. */
  readonly userId?: string | undefined;
  readonly after: Place | undefined;
  readonly limit: number;
}

/** Batches after a place in the list, newest first. */
export async function listBatches(
  reader: AnyReader,
  { status, currency, from, before, userId, after, limit }: BatchesPiece,
): Promise<Batch[]> {
  const chosen = batches(reader)
    .$if(status !== undefined, (rows) => rows.where("payout_batches.status", "=", status ?? "open"))
    .$if(currency !== undefined, (rows) => rows.where("payout_batches.currency", "=", currency ?? ""))
    .$if(from !== undefined, (rows) => rows.where("payout_batches.created_at", ">=", from ?? 0n))
    .$if(before !== undefined, (rows) => rows.where("payout_batches.created_at", "<", before ?? 0n))
    .$if(userId !== undefined, (rows) =>
      // The customer's payments are looked for first: few withdrawals, but many batches.
      rows.where("payout_batches.id", "in", (row) =>
        row
          .selectFrom("transactions")
          .select((paid) => paid.ref("transactions.payout_batch_id").$notNull().as("id"))
          .where("transactions.user_id", "=", userId ?? "")
          .where("transactions.transaction_type", "=", "withdraw")
          // Once more, in the words of `transactions_newest_by_type`, which leaves out exchanges.
          .where("transactions.transaction_type", "<>", sql.lit("exchange" as const)),
      ),
    );
  return rowsAfter(chosen, "payout_batches", after)
    .orderBy("payout_batches.created_at", "desc")
    .orderBy("payout_batches.id", "desc")
    .limit(BigInt(limit))
    .execute();
}

/** A withdrawal with what says whether it may be paid. */
export interface Payment extends BankTransaction {
  /** Amount that its ledger entry has set aside, smallest units; null if it has set nothing aside. */
  readonly booked: bigint | null;
  readonly customer_status: string;
  readonly customer_on_hold: string;
  readonly customer_held_until: Epoch | null;
  /** When the bank account was added; null if the customer has removed it. */
  readonly account_created_at: Epoch | null;
  /** Earlier withdrawals that were paid to the account as it is. */
  readonly paid_before: bigint | null;
}

/** The account of a withdrawal's customer in its currency. */
const partOf = (purpose: CustomerPurpose) =>
  sql<string>`'customer:' || transactions.user_id || ${sql.lit(`:${purpose}:`)} || transactions.credit_currency`;

export const payments = (reader: Reader) =>
  reader
    .selectFrom("transactions")
    .innerJoin("users", "users.id", "transactions.user_id")
    .leftJoin("bank_accounts", "bank_accounts.id", "transactions.bank_account_id")
    .selectAll("transactions")
    .select((row) => [
      "users.email as customer_email",
      "users.first_name as customer_first_name",
      "users.last_name as customer_last_name",
      "users.status as customer_status",
      "users.on_hold as customer_on_hold",
      "users.withdrawals_held_until as customer_held_until",
      "bank_accounts.created_at as account_created_at",
      row
        .selectFrom("ledger_postings")
        .select("ledger_postings.amount")
        .whereRef("ledger_postings.entry_id", "=", "transactions.entry_id")
        .where("ledger_postings.position", "=", 0n)
        .where("ledger_postings.source_account", "=", partOf("available"))
        .where("ledger_postings.destination_account", "=", partOf("held"))
        .as("booked"),
      row
        .selectFrom("transactions as earlier")
        .select(({ fn }) => fn.countAll<bigint>().as("total"))
        .whereRef("earlier.user_id", "=", "transactions.user_id")
        .whereRef("earlier.bank_account_id", "=", "transactions.bank_account_id")
        .where("earlier.transaction_type", "=", "withdraw")
        .where("earlier.status", "=", "completed")
        .whereRef("earlier.id", "<>", "transactions.id")
        .whereRef("earlier.created_at", ">=", "bank_accounts.updated_at")
        .as("paid_before"),
    ]);

/** The withdrawals of a batch, oldest first. */
export async function listBatchMembers(reader: Reader, batchId: string): Promise<Payment[]> {
  return payments(reader)
    .where("transactions.payout_batch_id", "=", batchId)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();
}

/** Withdrawals by their identifiers, in no order. */
export const findPayments = async (reader: Reader, ids: readonly string[]): Promise<Payment[]> =>
  ids.length === 0 ? [] : payments(reader).where("transactions.id", "in", ids).execute();

/** The batch that a withdrawal is in, for coins once it is released; null if it is in none. */
export async function batchOfWithdrawal(reader: Reader, transactionId: string): Promise<string | null> {
  const row = await reader
    .selectFrom("transactions")
    .select(({ fn }) => fn.coalesce("payout_batch_id", "coin_payout_id").as("batch"))
    .where("id", "=", transactionId)
    .executeTakeFirst();
  return row?.batch ?? null;
}

/** How many customers have a value of each hash. */
export async function countSharers(
  reader: Reader,
  kind: SharedKind,
  hashes: readonly SearchHash[],
): Promise<Map<SearchHash, number>> {
  if (hashes.length === 0) return new Map();
  const rows = await reader
    .selectFrom("personal_hashes")
    .select(({ fn }) => ["hash", fn.countAll<bigint>().as("total")])
    .where("kind", "=", kind)
    .where("hash", "in", hashes)
    .groupBy("hash")
    .execute();
  return new Map(rows.map(({ hash, total }) => [hash, Number(total)]));
}

const NO_SETTINGS: PayoutSettings = {
  bank_abbreviation: null,
  user_number: null,
  trace_bsb: null,
  trace_account_number: null,
  remitter: null,
};

/** Settings of a deposit account for payout files. */
export async function findPayoutSettings(reader: Reader, depositAccountId: string): Promise<PayoutSettings> {
  const row = await reader
    .selectFrom("payout_settings")
    .select(["bank_abbreviation", "user_number", "trace_bsb", "trace_account_number", "remitter"])
    .where("deposit_account_id", "=", depositAccountId)
    .executeTakeFirst();
  return row ?? NO_SETTINGS;
}

/** Sets, or replaces, them. */
export async function savePayoutSettings(
  tx: WriteTx,
  depositAccountId: string,
  settings: PayoutSettings,
): Promise<void> {
  await tx
    .insertInto("payout_settings")
    .values({ deposit_account_id: depositAccountId, ...settings })
    .onConflict((conflict) => conflict.column("deposit_account_id").doUpdateSet(settings))
    .execute();
}
