/** Payments on networks with accounts: each transaction has its own nonce, and pays one withdrawal or none. */
import type { Network } from "@wattle/contracts/networks";
import { changeAttempt, listAttempts } from "@wattle/db/coin-attempts";
import { listBatchNonces, listWithNonce, type BatchNonce, type NonceAttempt } from "@wattle/db/coin-nonces";
import {
  changeCoinPayout,
  findCoinPayout,
  listCoinPayments,
  unstampCoinPayment,
} from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { ChainTransfer, CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { findBookedSpend } from "@wattle/db/unknown-spends";
import type { MailServices } from "../mail/queue-mail.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { keptCoinPayee } from "../transactions/transaction-detail.ts";
import { FACTS, unitsBelow } from "./coin-network.ts";
import { pauseNetwork } from "./pause-network.ts";
import { bookOwn, BY, complete, isPending, takeBackOwn, unComplete } from "./payout-entries.ts";
import { venuePaymentOf } from "./venue-payment.ts";

/** Why a withdrawal waits again that a block refused to pay, for its customer and for staff. */
const REFUSED = "The wallet that it goes to refused it";

/** Script of whom an attempt pays. */
async function recipientOf(
  tx: WriteTx,
  services: MailServices,
  { kind, sender, payout_id, transaction_id: pays }: NonceAttempt,
): Promise<string | undefined> {
  const payout = await findCoinPayout(tx, payout_id);
  if (payout === undefined || kind === "cancel") return sender;
  if (payout.what === "sweep") return payout.change_script;
  const row = (await listCoinPayments(tx, payout_id)).find(({ id }) => id === pays);
  const to = row === undefined ? venuePaymentOf(services, payout) : keptCoinPayee(services.vault, row);
  return to === null ? undefined : FACTS[payout.network].readTarget(services, to.address).script;
}

/**
 * The attempt of a transaction whose signature we have not seen: its file was taken, and never imported. It is known by its nonce, by whom
 * it pays and how much.
 */
export async function findUnsigned(
  tx: WriteTx,
  services: MailServices,
  network: Network,
  { script, nonce, txid, recipient, value, failed }: ChainTransfer,
): Promise<NonceAttempt | undefined> {
  const units = unitsBelow(network, BigInt(value));
  for (const attempt of (await listWithNonce(tx, network, { script, nonce })).toReversed()) {
    if (attempt.fetched_at === null || attempt.txid !== null) continue;
    if (failed === 0n && attempt.value !== units) continue;
    if ((await recipientOf(tx, services, attempt)) === recipient) return { ...attempt, txid };
  }
  return undefined;
}

/** Has a withdrawal wait for another batch, since what would have paid it can no longer be in a block. */
export async function release(
  tx: WriteTx,
  services: MailServices,
  row: Payment,
  reason: string | null = null,
): Promise<void> {
  if (row.status === "requested") await unstampCoinPayment(tx, row.id);
  if (row.status !== "sent") return;
  await changeStatus(tx, services, row, {
    to: "requested",
    by: BY,
    reason,
    set: { txid: null, coin_payout_id: null },
  });
}

/** All withdrawals that a transaction with this nonce would have paid, but for the one that is paid. */
async function releaseOthers(
  tx: WriteTx,
  services: MailServices,
  network: Network,
  { sender: script, nonce, failed, kind, transaction_id }: NonceAttempt,
): Promise<void> {
  const paid = kind === "cancel" || failed === 1n ? null : transaction_id;
  for (const other of await listWithNonce(tx, network, { script, nonce })) {
    const { transaction_id: pays, payout_id } = other;
    if (pays === null || pays === paid) continue;
    const row = (await listCoinPayments(tx, payout_id)).find(({ id }) => id === pays);
    if (row?.coin_payout_id !== payout_id) continue;
    await release(tx, services, row, failed === 1n && pays === transaction_id ? REFUSED : null);
  }
}

/** Books what a settled transaction did. @returns its entry, if it paid no withdrawal */
async function book(
  tx: WriteTx,
  services: MailServices,
  payout: CoinPayoutRow,
  attempt: CoinAttempt,
): Promise<string | null> {
  const { kind, failed, transaction_id: pays, paid_fee, txid } = attempt;
  const fee = unitsBelow(payout.network, paid_fee ?? 0n);
  if (kind === "cancel" || failed === 1n || pays === null) return bookOwn(tx, services, payout, attempt, fee);
  const row = (await listCoinPayments(tx, payout.id)).find(({ id }) => id === pays);
  if (row !== undefined && isPending(row))
    await complete(tx, services, row, { txid: txid ?? "", share: fee });
  else {
    const reason = `${txid} pays ${row?.reference ?? pays}, which is ${row?.status ?? "in no batch"}`;
    await pauseNetwork(tx, services, payout.network, reason);
  }
  return null;
}

/** Settles an attempt: its nonce is spent. @returns the attempt as it is then */
export async function settleNonce(
  tx: WriteTx,
  services: MailServices,
  attempt: NonceAttempt,
  { fee, failed, height, txid }: ChainTransfer,
): Promise<NonceAttempt> {
  const payout = await findCoinPayout(tx, attempt.payout_id);
  if (payout === undefined || attempt.settled_height !== null) return attempt;
  const settled = { ...attempt, txid, settled_height: height, paid_fee: BigInt(fee), failed };
  const entry_id = await book(tx, services, payout, settled);
  await changeAttempt(tx, attempt.id, {
    txid,
    settled_height: height,
    paid_fee: settled.paid_fee,
    failed,
    entry_id,
  });
  await releaseOthers(tx, services, payout.network, settled);
  return settled;
}

interface SpentNonces {
  /** Height of the newest settled block. */
  readonly until: bigint;
  readonly nonces: readonly { readonly script: string; readonly nonce: bigint }[];
}

/** Whether it is known what a nonce of a batch did: a transaction of ours settled it, or two people had booked what spent it. */
async function isDecided(
  tx: WriteTx,
  network: Network,
  { sender: script, nonce, spent_by, spent_height }: BatchNonce,
  until: bigint,
): Promise<boolean> {
  if (spent_height === null || spent_height > until) return false;
  const attempts = await listWithNonce(tx, network, { script, nonce });
  if (attempts.some(({ settled_height: at }) => at !== null)) return true;
  return (await findBookedSpend(tx, network, spent_by ?? "")) !== undefined;
}

/** Ends batches of which all nonces are spent: those that paid someone are settled, and the others are cancelled. */
export async function endBatches(
  tx: WriteTx,
  { clock }: Pick<MailServices, "clock">,
  network: Network,
  { until, nonces: spent }: SpentNonces,
): Promise<void> {
  const touched = new Set<string>();
  for (const nonce of spent)
    for (const { payout_id } of await listWithNonce(tx, network, nonce)) touched.add(payout_id);
  for (const id of touched) {
    const nonces = await listBatchNonces(tx, network, id);
    const decided: boolean[] = [];
    for (const nonce of nonces) decided.push(await isDecided(tx, network, nonce, until));
    if (decided.includes(false)) continue;
    const paid = (await listAttempts(tx, id)).some(
      ({ kind, failed, settled_height: at }) => at !== null && kind !== "cancel" && failed === 0n,
    );
    const status = paid ? "settled" : "cancelled";
    if ((await findCoinPayout(tx, id))?.status !== status)
      await changeCoinPayout(tx, id, { status, ended_at: BigInt(clock.now()) });
  }
}

/** Takes the booking of an undone block back. The transaction is sent again until another block has it. */
export async function unsettleNonce(
  tx: WriteTx,
  services: MailServices,
  attempt: CoinAttempt,
): Promise<void> {
  const payout = await findCoinPayout(tx, attempt.payout_id);
  if (payout === undefined) return;
  const { entry_id, transaction_id: pays } = attempt;
  if (entry_id !== null) await takeBackOwn(tx, services, payout, { ...attempt, entry_id });
  else {
    const row = (await listCoinPayments(tx, payout.id)).find(({ id }) => id === pays);
    if (row !== undefined) await unComplete(tx, services, row);
  }
  await changeAttempt(tx, attempt.id, {
    settled_height: null,
    paid_fee: null,
    failed: 0n,
    entry_id: null,
  });
  if (payout.status === "settled" || payout.status === "cancelled")
    await changeCoinPayout(tx, payout.id, { status: "sent", ended_at: null });
}
