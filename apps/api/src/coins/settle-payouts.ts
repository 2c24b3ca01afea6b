/** Payments of our own in the books: with their settled block, and taken back if it is undone. */
import type { Network } from "@wattle/contracts/networks";
import { changeAttempt, findAttemptOf, listConflicting } from "@wattle/db/coin-attempts";
import { nonceAttempt } from "@wattle/db/coin-nonces";
import {
  changeCoinPayout,
  findCoinPayout,
  listCoinPayments,
  unstampCoinPayments,
} from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import type { ChainOutput, ChainTransfer, CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import type { SettledBlock } from "../chains/followed.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { pauseNetwork } from "./pause-network.ts";
import { bookOwn, BY, complete, isPending, takeBackOwn, unComplete } from "./payout-entries.ts";
import {
  endBatches,
  findAlike,
  findSettled,
  isUnsigned,
  releaseAll,
  settleNonce,
  unsettleNonce,
} from "./settle-nonces.ts";

/** Has the withdrawals of a batch wait for another one, since this one can no longer be in a block. */
async function giveUp(tx: WriteTx, services: MailServices, payout: CoinPayoutRow): Promise<void> {
  for (const row of await listCoinPayments(tx, payout.id)) {
    if (row.coin_payout_id !== payout.id || row.status !== "sent") continue;
    await changeStatus(tx, services, row, {
      to: "requested",
      by: BY,
      reason: null,
      set: { txid: null, coin_payout_id: null },
    });
  }
  await unstampCoinPayments(tx, payout.id);
}

/** Gives up all batches that would spend these coins. @param but the one that spends them */
async function giveUpConflicting(
  tx: WriteTx,
  services: MailServices,
  network: Network,
  spent: readonly ChainOutput[],
  but?: string,
): Promise<void> {
  for (const other of await listConflicting(tx, network, spent)) {
    if (other.id === but) continue;
    if (other.status !== "cancelled") {
      const ended_at = BigInt(services.clock.now());
      await changeCoinPayout(tx, other.id, { status: "cancelled", ended_at });
    }
    await giveUp(tx, services, other);
  }
}

/** Completes all withdrawals of an attempt, which share the miners' fee. */
async function completeAll(
  tx: WriteTx,
  services: MailServices,
  payout: CoinPayoutRow,
  { txid: sent, fee }: CoinAttempt,
): Promise<void> {
  const txid = sent ?? "";
  const rows = await listCoinPayments(tx, payout.id);
  const paid = rows.find((row) => !isPending(row));
  if (paid !== undefined) {
    const reason = `${txid} pays ${paid.reference}, which is ${paid.status}`;
    await pauseNetwork(tx, services, payout.network, reason);
    return;
  }
  const share = fee / BigInt(rows.length);
  for (const [at, row] of rows.entries()) {
    const rest = at === 0 ? fee - share * BigInt(rows.length) : 0n;
    await complete(tx, services, row, { txid, share: share + rest });
  }
}

/** Settles an attempt: its batch has ended, and all that would spend the same coins. */
async function settle(
  tx: WriteTx,
  services: MailServices,
  { attempt, height, spent }: Settling,
): Promise<void> {
  const payout = await findCoinPayout(tx, attempt.payout_id);
  if (payout === undefined || attempt.settled_height !== null) return;
  const at = BigInt(services.clock.now());
  const isPayment = payout.what === "payments" && attempt.kind !== "cancel";
  if (isPayment) await completeAll(tx, services, payout, attempt);
  else {
    const entry_id = await bookOwn(tx, services, payout, attempt, attempt.fee);
    await changeAttempt(tx, attempt.id, { entry_id });
    await giveUp(tx, services, payout);
  }
  await changeAttempt(tx, attempt.id, { settled_height: BigInt(height) });
  const status = attempt.kind === "cancel" ? "cancelled" : "settled";
  await changeCoinPayout(tx, payout.id, { status, ended_at: at });
  await giveUpConflicting(tx, services, payout.network, spent, payout.id);
}

interface Settling {
  readonly attempt: CoinAttempt;
  readonly height: number;
  /** Coins of ours that it spends. */
  readonly spent: readonly ChainOutput[];
}

const bySpender = ({ spent }: SettledBlock): Map<string, ChainOutput[]> =>
  Map.groupBy(spent, ({ spent_by }) => spent_by ?? "");

/**
 * Settles all payments of a settled block. One that we never made has spent our coins: the network pauses itself, and what these coins would
 * have paid waits for another batch.
 */
export async function settlePayouts(
  tx: WriteTx,
  services: MailServices,
  network: Network,
  block: SettledBlock,
): Promise<void> {
  const { height } = block;
  const nonces: ChainTransfer[] = [];
  for (const [txid, spent] of bySpender(block)) {
    const transfer = block.transfers.find((each) => each.txid === txid);
    const made = await findAttemptOf(tx, network, txid);
    const alike = made ?? (transfer && (await findAlike(tx, services, network, transfer)));
    if (made === undefined && !isUnsigned(alike)) {
      const reason = `${txid} at block ${height} spent coins of ours, and no batch made it`;
      await pauseNetwork(tx, services, network, reason);
    }
    if (transfer !== undefined) {
      nonces.push(transfer);
      if (alike === undefined) await releaseAll(tx, services, network, transfer);
      else await settleNonce(tx, services, nonceAttempt(alike), transfer);
    } else if (alike === undefined) await giveUpConflicting(tx, services, network, spent);
    else await settle(tx, services, { attempt: alike, height, spent });
  }
  await endBatches(tx, services, network, { height: BigInt(height), nonces });
}

async function unsettle(tx: WriteTx, services: MailServices, attempt: CoinAttempt): Promise<void> {
  const payout = await findCoinPayout(tx, attempt.payout_id);
  if (payout === undefined) return;
  if (attempt.entry_id === null)
    for (const row of await listCoinPayments(tx, payout.id)) await unComplete(tx, services, row);
  else await takeBackOwn(tx, services, payout, { ...attempt, entry_id: attempt.entry_id });
  await changeAttempt(tx, attempt.id, { settled_height: null, entry_id: null });
  await changeCoinPayout(tx, payout.id, { status: "sent", ended_at: null });
}

/** Takes the payments of undone blocks back. They are sent again until another block has them. */
export async function unsettlePayouts(
  tx: WriteTx,
  services: MailServices,
  network: Network,
  blocks: readonly SettledBlock[],
): Promise<void> {
  for (const block of blocks) {
    for (const txid of bySpender(block).keys()) {
      const transfer = block.transfers.find((each) => each.txid === txid);
      if (transfer !== undefined) {
        const settled = await findSettled(tx, network, transfer);
        if (settled !== undefined) await unsettleNonce(tx, services, settled);
        continue;
      }
      const attempt = await findAttemptOf(tx, network, txid);
      if (attempt?.settled_height === BigInt(block.height)) await unsettle(tx, services, attempt);
    }
  }
}
