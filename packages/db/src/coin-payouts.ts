/** Batches of coins that leave, with each attempt and the coins that it spends. */
import { sql } from "kysely";
import type { CoinAttempt, CoinPayoutRow, CoinPayoutStatus, Epoch, Network, WalletRole } from "./tables.ts";
import { mayBePaidIn } from "./holds.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { rowsAfter, type Place } from "./pages.ts";
import { payments, type Payment } from "./payouts.ts";

/** A batch in one of these owns the coins of its attempts. */
const OPEN = ["draft", "released", "signed", "sent"] as const satisfies readonly CoinPayoutStatus[];

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

/** Withdrawals of a batch, oldest first. */
export const listCoinPayments = (reader: Reader, payoutId: string): Promise<Payment[]> =>
  payments(reader)
    .where("transactions.id", "in", (row) =>
      row.selectFrom("coin_payout_payments").select("transaction_id").where("payout_id", "=", payoutId),
    )
    .orderBy("transactions.created_at")
    .orderBy("transactions.id")
    .execute();

interface Payable {
  readonly currency: string;
  /** Only customers who have turned sending on by then. */
  readonly now: Epoch;
  /** A cancelled batch whose file may be signed yet; undefined for withdrawals that are in no batch. */
  readonly of: string | undefined;
  readonly most: number;
}

/** Withdrawals of a coin that may be paid and are in no draft, oldest first. */
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
            .where("coin_payouts.status", "=", "draft"),
        ),
      ),
    )
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

/** Has the withdrawals that a batch has sent name its newest transaction. */
export async function noteTxid(tx: WriteTx, payoutId: string, txid: string): Promise<void> {
  await tx
    .updateTable("transactions")
    .set({ txid })
    .where("coin_payout_id", "=", payoutId)
    .where("status", "=", "sent")
    .execute();
}

/** A coin of ours, with what says whether it can be spent. */
export interface OwnCoin {
  readonly txid: string;
  readonly output: bigint;
  readonly script: string;
  readonly amount: string;
  readonly made_height: bigint | null;
  readonly role: WalletRole;
}

const ownCoins = (reader: Reader, network: Network) =>
  reader
    .selectFrom("chain_outputs")
    .innerJoin("coin_addresses", (join) =>
      join
        .onRef("coin_addresses.network", "=", "chain_outputs.network")
        .onRef("coin_addresses.script", "=", "chain_outputs.script"),
    )
    .innerJoin("wallets", "wallets.id", "coin_addresses.wallet_id")
    .select([
      "chain_outputs.txid",
      "chain_outputs.output",
      "chain_outputs.script",
      "chain_outputs.amount",
      "chain_outputs.made_height",
      "wallets.role",
    ])
    .where("chain_outputs.network", "=", network);

/** Coins in settled blocks that nothing spends, and that no open batch owns. */
export const listFreeCoins = (
  reader: Reader,
  { network, currency, settled }: { network: Network; currency: string; settled: bigint },
): Promise<OwnCoin[]> =>
  ownCoins(reader, network)
    .where("wallets.currency", "=", currency)
    .where("chain_outputs.made_height", "<=", settled)
    .where("chain_outputs.spent_height", "is", null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("coin_attempt_inputs")
            .innerJoin("coin_attempts", "coin_attempts.id", "coin_attempt_inputs.attempt_id")
            .innerJoin("coin_payouts", "coin_payouts.id", "coin_attempts.payout_id")
            .select("coin_payouts.id")
            .whereRef("coin_attempt_inputs.network", "=", "chain_outputs.network")
            .whereRef("coin_attempt_inputs.txid", "=", "chain_outputs.txid")
            .whereRef("coin_attempt_inputs.output", "=", "chain_outputs.output")
            .where("coin_payouts.status", "in", OPEN),
        ),
      ),
    )
    .execute();

/** Coins that an attempt spends. */
export const listAttemptCoins = (reader: Reader, network: Network, attemptId: string): Promise<OwnCoin[]> =>
  ownCoins(reader, network)
    .innerJoin("coin_attempt_inputs", (join) =>
      join
        .onRef("coin_attempt_inputs.txid", "=", "chain_outputs.txid")
        .onRef("coin_attempt_inputs.output", "=", "chain_outputs.output")
        .onRef("coin_attempt_inputs.network", "=", "chain_outputs.network"),
    )
    .where("coin_attempt_inputs.attempt_id", "=", attemptId)
    .execute();

/** Attempts of a batch, oldest first. */
export const listAttempts = (reader: Reader, payoutId: string): Promise<CoinAttempt[]> =>
  reader
    .selectFrom("coin_attempts")
    .selectAll()
    .where("payout_id", "=", payoutId)
    .orderBy("position")
    .execute();

export const findAttemptOf = (
  reader: Reader,
  network: Network,
  txid: string,
): Promise<CoinAttempt | undefined> =>
  reader
    .selectFrom("coin_attempts")
    .innerJoin("coin_payouts", "coin_payouts.id", "coin_attempts.payout_id")
    .selectAll("coin_attempts")
    .where("coin_payouts.network", "=", network)
    .where("coin_attempts.txid", "=", txid)
    // A draft that was made again may have had the same transaction.
    .orderBy("coin_attempts.fetched_at", (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();

export async function insertAttempt(
  tx: WriteTx,
  attempt: CoinAttempt,
  network: Network,
  coins: readonly { readonly txid: string; readonly output: bigint }[],
): Promise<void> {
  await tx.insertInto("coin_attempts").values(attempt).execute();
  await tx
    .insertInto("coin_attempt_inputs")
    .values(coins.map(({ txid, output }) => ({ attempt_id: attempt.id, network, txid, output })))
    .execute();
}

/** Removes the attempts of a draft. */
export async function deleteAttempts(tx: WriteTx, payoutId: string): Promise<void> {
  await tx.deleteFrom("coin_attempts").where("payout_id", "=", payoutId).execute();
}

export async function changeAttempt(
  tx: WriteTx,
  id: string,
  changes: Partial<
    Pick<CoinAttempt, "fetched_at" | "raw" | "stored_at" | "sent_at" | "settled_height" | "entry_id">
  >,
): Promise<void> {
  await tx.updateTable("coin_attempts").set(changes).where("id", "=", id).execute();
}

/** Signed attempts of open batches, oldest first: each may be in a block yet. */
export const listUnsettledAttempts = (reader: Reader, network: Network): Promise<CoinAttempt[]> =>
  reader
    .selectFrom("coin_attempts")
    .innerJoin("coin_payouts", "coin_payouts.id", "coin_attempts.payout_id")
    .selectAll("coin_attempts")
    .where("coin_payouts.network", "=", network)
    .where("coin_payouts.status", "in", ["signed", "sent"])
    .where("coin_attempts.raw", "is not", null)
    .orderBy("coin_attempts.stored_at")
    .orderBy("coin_attempts.position")
    .execute();

/** A batch that was cancelled after its file was taken: as long as no settled block spends a coin of it, it may be signed and sent. */
export interface Unburied {
  readonly payoutId: string;
  readonly coins: readonly { readonly txid: string; readonly output: bigint }[];
  /** Identifiers of the withdrawals that it would pay. */
  readonly pays: ReadonlySet<string>;
}

/** Cancelled batches that another one must replace, oldest first. @param settled height of the newest settled block */
export async function listUnburied(reader: Reader, network: Network, settled: bigint): Promise<Unburied[]> {
  const rows = await reader
    .selectFrom("coin_payouts")
    .innerJoin("coin_attempts", "coin_attempts.payout_id", "coin_payouts.id")
    .innerJoin("coin_attempt_inputs", "coin_attempt_inputs.attempt_id", "coin_attempts.id")
    .innerJoin("chain_outputs", (join) =>
      join
        .onRef("chain_outputs.network", "=", "coin_attempt_inputs.network")
        .onRef("chain_outputs.txid", "=", "coin_attempt_inputs.txid")
        .onRef("chain_outputs.output", "=", "coin_attempt_inputs.output"),
    )
    .select([
      "coin_payouts.id as payout_id",
      "chain_outputs.txid",
      "chain_outputs.output",
      "chain_outputs.spent_height",
    ])
    .where("coin_payouts.network", "=", network)
    .where("coin_payouts.status", "=", "cancelled")
    .where("coin_attempts.fetched_at", "is not", null)
    .orderBy("coin_payouts.created_at")
    .orderBy("coin_payouts.id")
    .execute();
  const unburied: Unburied[] = [];
  for (const [payoutId, coins] of Map.groupBy(rows, ({ payout_id }) => payout_id)) {
    if (coins.some(({ spent_height: at }) => at !== null && at <= settled)) continue;
    const paid = await reader
      .selectFrom("coin_payout_payments")
      .select("transaction_id")
      .where("payout_id", "=", payoutId)
      .execute();
    unburied.push({ payoutId, coins, pays: new Set(paid.map(({ transaction_id }) => transaction_id)) });
  }
  return unburied;
}

/** Batches that are open, or cancelled after their file was taken, and that would spend one of these coins. */
export async function listConflicting(
  reader: Reader,
  network: Network,
  coins: readonly { readonly txid: string; readonly output: bigint }[],
): Promise<CoinPayoutRow[]> {
  const found = new Map<string, CoinPayoutRow>();
  for (const { txid, output } of coins) {
    const rows = await reader
      .selectFrom("coin_payouts")
      .innerJoin("coin_attempts", "coin_attempts.payout_id", "coin_payouts.id")
      .innerJoin("coin_attempt_inputs", "coin_attempt_inputs.attempt_id", "coin_attempts.id")
      .selectAll("coin_payouts")
      .where("coin_attempt_inputs.network", "=", network)
      .where("coin_attempt_inputs.txid", "=", txid)
      .where("coin_attempt_inputs.output", "=", output)
      .where("coin_payouts.status", "in", [...OPEN, "cancelled"])
      .execute();
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()];
}

export const findChainTransaction = async (
  reader: Reader,
  network: Network,
  txid: string,
): Promise<string | undefined> =>
  (
    await reader
      .selectFrom("chain_transactions")
      .select("raw")
      .where("network", "=", network)
      .where("txid", "=", txid)
      .executeTakeFirst()
  )?.raw;

export async function keepChainTransaction(
  tx: WriteTx,
  kept: { readonly network: Network; readonly txid: string; readonly raw: string },
): Promise<void> {
  await tx
    .insertInto("chain_transactions")
    .values(kept)
    .onConflict((conflict) => conflict.columns(["network", "txid"]).doNothing())
    .execute();
}
