/** Batches of coins that leave, and the withdrawals that they pay. */
import { sql } from "kysely";
import type { CoinPayoutRow, CoinPayoutStatus, Epoch, Network } from "./tables.ts";
import { mayBePaidIn } from "./holds.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { OPEN } from "./coin-attempts.ts";
import { rowsAfter, type Place } from "./pages.ts";
import { payments, type Payment } from "./payouts.ts";

/**
 * Holds all payouts of a network until the transaction ends: they choose coins one after another, and while no block is followed.
 */
export async function lockCoinPayouts(tx: WriteTx, network: Network): Promise<void> {
  await tx
    .updateTable("chain_states")
    .set((row) => ({ state: row.ref("state") }))
    .where("network", "=", network)
    .execute();
}

export async function insertCoinPayout(tx: WriteTx, payout: CoinPayoutRow): Promise<void> {
  await tx.insertInto("coin_payouts").values(payout).execute();
}

export const findCoinPayout = (reader: Reader, id: string): Promise<CoinPayoutRow | undefined> =>
  reader.selectFrom("coin_payouts").selectAll().where("id", "=", id).executeTakeFirst();

/** Changes a batch of a network that the caller has locked. */
export async function changeCoinPayout(
  tx: WriteTx,
  id: string,
  changes: Partial<Pick<CoinPayoutRow, "status" | "released_by" | "released_at" | "ended_at">>,
): Promise<void> {
  await tx.updateTable("coin_payouts").set(changes).where("id", "=", id).execute();
}

interface CoinPayoutsPiece {
  readonly status: CoinPayoutStatus | undefined;
  readonly currency: string | undefined;
  readonly after: Place | undefined;
  readonly limit: number;
}

/** Batches after a place in the list, newest first. */
export const listCoinPayouts = (
  reader: Reader,
  { status, currency, after, limit }: CoinPayoutsPiece,
): Promise<CoinPayoutRow[]> =>
  rowsAfter(
    reader
      .selectFrom("coin_payouts")
      .selectAll("coin_payouts")
      .$if(status !== undefined, (rows) => rows.where("coin_payouts.status", "=", status ?? "draft"))
      .$if(currency !== undefined, (rows) => rows.where("coin_payouts.currency", "=", currency ?? "")),
    "coin_payouts",
    after,
  )
    .orderBy("coin_payouts.created_at", "desc")
    .orderBy("coin_payouts.id", "desc")
    .limit(BigInt(limit))
    .execute();

/** Moves to the venue that are not settled, and not cancelled. */
export const listOpenVenueMoves = (reader: Reader, network: Network): Promise<CoinPayoutRow[]> =>
  reader
    .selectFrom("coin_payouts")
    .selectAll()
    .where("network", "=", network)
    .where("what", "=", "venue")
    .where("status", "in", OPEN)
    .execute();

/** Withdrawals of a batch, oldest first. */
export const listCoinPayments = (reader: Reader, payoutId: string): Promise<Payment[]> =>
  payments(reader)
    .where("transactions.id", "in", (row) =>
      row.selectFrom("coin_payout_payments").select("transaction_id").where("payout_id", "=", payoutId),
    )
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();

/** All withdrawals of a coin that are neither paid nor ended. */
export const listPendingCoins = (reader: Reader, currency: string): Promise<Payment[]> =>
  payments(reader)
    .where("transactions.transaction_type", "=", "withdraw")
    .where(sql<boolean>`transactions.transaction_type in ('deposit', 'withdraw')`)
    .where("transactions.status", "in", ["requested", "sent"])
    .where("transactions.credit_currency", "=", currency)
    .where("transactions.coin_payee_id", "is not", null)
    .execute();

interface Payable {
  readonly currency: string;
  /** Only customers who have turned sending on by then. */
  readonly now: Epoch;
  /** A cancelled batch whose file may be signed yet; undefined for withdrawals that are in no batch. */
  readonly of: string | undefined;
  readonly most: number;
}

/** How many withdrawals of the same customer come before one: customers take turns, so that those of one keep no one else's out. */
const TURN = sql`row_number() over (partition by transactions.user_id order by transactions.created_at, transactions.id)`;

/** Withdrawals of a coin that may be paid and are in no draft: each customer's oldest, then each one's next, and so on. */
export const listPayableCoins = (reader: Reader, { currency, now, of, most }: Payable): Promise<Payment[]> =>
  payments(reader)
    .where("transactions.transaction_type", "=", "withdraw")
    .where(sql<boolean>`transactions.transaction_type in ('deposit', 'withdraw')`)
    .where("transactions.status", "=", "requested")
    .where("transactions.credit_currency", "=", currency)
    .where("transactions.coin_payee_id", "is not", null)
    .where((row) => row("transactions.coin_payout_id", of === undefined ? "is" : "=", of ?? null))
    .where(mayBePaidIn)
    .where("users.coins_sent_from", "<=", now)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("coin_payout_payments")
            .innerJoin("coin_payouts", "coin_payouts.id", "coin_payout_payments.payout_id")
            .select("coin_payouts.id")
            .whereRef("coin_payout_payments.transaction_id", "=", "transactions.id")
            .where("coin_payouts.status", "in", OPEN),
        ),
      ),
    )
    .orderBy(TURN)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .limit(BigInt(most))
    .execute();

/** When each of the customers may send coins from; null if not. */
export async function sendingOfUsers(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Epoch | null>> {
  const rows = await reader
    .selectFrom("users")
    .select(["id", "coins_sent_from"])
    .where("id", "in", ["", ...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.coins_sent_from]));
}

/** Puts withdrawals into a draft, in the place of those that are in it. */
export async function setCoinPayments(tx: WriteTx, payoutId: string, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom("coin_payout_payments").where("payout_id", "=", payoutId).execute();
  if (ids.length === 0) return;
  await tx
    .insertInto("coin_payout_payments")
    .values(ids.map((transaction_id) => ({ payout_id: payoutId, transaction_id })))
    .execute();
}

/**
 * Has the withdrawals of a batch that was just released name it. None of them is cancelled from then on.
 * @param of the cancelled batch that they may be of yet
 * @returns how many
 */
export async function stampCoinPayments(
  tx: WriteTx,
  payoutId: string,
  ids: readonly string[],
): Promise<number> {
  const stamped = await tx
    .updateTable("transactions")
    .set({ coin_payout_id: payoutId })
    .where("id", "in", ["", ...ids])
    .where("status", "=", "requested")
    .where((row) =>
      row.or([
        row("coin_payout_id", "is", null),
        row(
          "coin_payout_id",
          "in",
          row.selectFrom("coin_payouts").select("coin_payouts.id").where("status", "=", "cancelled"),
        ),
      ]),
    )
    .returning("id")
    .execute();
  return stamped.length;
}

/** Has requested withdrawals no longer name a batch: others may pay them. */
export async function unstampCoinPayments(tx: WriteTx, payoutId: string): Promise<void> {
  await tx
    .updateTable("transactions")
    .set({ coin_payout_id: null })
    .where("coin_payout_id", "=", payoutId)
    .where("status", "=", "requested")
    .execute();
}

/** Has the withdrawals that a batch has sent name its newest transaction. @param of the only one that the transaction pays; null if it pays all */
export async function noteTxid(
  tx: WriteTx,
  payoutId: string,
  txid: string,
  of: string | null,
): Promise<void> {
  await tx
    .updateTable("transactions")
    .set({ txid })
    .where("coin_payout_id", "=", payoutId)
    .where("status", "=", "sent")
    .$if(of !== null, (rows) => rows.where("id", "=", of ?? ""))
    .execute();
}

/** A withdrawal that a batch leaves out, with why, for staff. */
export interface LeftOut {
  readonly id: string;
  readonly reference: string;
  readonly reason: string;
}

/** Notes which withdrawals a new batch leaves out. */
export async function insertLeftOut(tx: WriteTx, payoutId: string, rows: readonly LeftOut[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto("coin_payout_left_out")
    .values(rows.map(({ id, reason }) => ({ payout_id: payoutId, transaction_id: id, reason })))
    .execute();
}

export const listLeftOut = (reader: Reader, payoutId: string): Promise<LeftOut[]> =>
  reader
    .selectFrom("coin_payout_left_out")
    .innerJoin("transactions", "transactions.id", "coin_payout_left_out.transaction_id")
    .where(sql<boolean>`transactions.transaction_type in ('deposit', 'withdraw')`)
    .select(["transactions.id", "transactions.reference", "coin_payout_left_out.reason"])
    .where("coin_payout_left_out.payout_id", "=", payoutId)
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();

/** Has a requested withdrawal no longer name a batch. */
export async function unstampCoinPayment(tx: WriteTx, transactionId: string): Promise<void> {
  await tx
    .updateTable("transactions")
    .set({ coin_payout_id: null })
    .where("id", "=", transactionId)
    .where("status", "=", "requested")
    .execute();
}
