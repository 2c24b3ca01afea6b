/** Payments of our own in the books: with their settled block, and taken back if it is undone. */
import type { Network } from "@wattle/contracts/networks";
import { changeAttempt, findAttemptOf, listConflicting } from "@wattle/db/coin-attempts";
import { nonceAttempt, type NonceAttempt } from "@wattle/db/coin-nonces";
import { changeCoinPayout, findCoinPayout, listCoinPayments } from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import type { ChainOutput, CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import type { SettledBlock } from "../chains/followed.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import { pauseNetwork } from "./pause-network.ts";
import { bookOwn, complete, isPending, takeBackOwn, unComplete } from "./payout-entries.ts";
import { endBatches, findUnsigned, release, settleNonce, unsettleNonce } from "./settle-nonces.ts";
import { takeBackSpend } from "./unknown-spends.ts";

/** Has the withdrawals of a batch wait for another one, since this one can no longer be in a block. */
async function giveUp(tx: WriteTx, services: MailServices, payout: CoinPayoutRow): Promise<void> {
  for (const row of await listCoinPayments(tx, payout.id))
    if (row.coin_payout_id === payout.id) await release(tx, services, row);
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
  for (const other of await listConflicting(tx, payout.network, spent)) {
    if (other.id === payout.id) continue;
    if (other.status !== "cancelled")
      await changeCoinPayout(tx, other.id, { status: "cancelled", ended_at: at });
    await giveUp(tx, services, other);
  }
}

interface Settling {
  readonly attempt: CoinAttempt;
  readonly height: number;
  /** Coins of ours that it spends. */
  readonly spent: readonly ChainOutput[];
}

const bySpender = ({ spent }: SettledBlock): Map<string, ChainOutput[]> =>
  Map.groupBy(spent, ({ spent_by }) => spent_by ?? "");

/** Settles all payments of a settled block. One that we never made has spent our coins: the network pauses itself. */
export async function settlePayouts(
  tx: WriteTx,
  services: MailServices,
  network: Network,
  block: SettledBlock,
): Promise<void> {
  const { height } = block;
  const settled: NonceAttempt[] = [];
  for (const [txid, spent] of bySpender(block)) {
    const transfer = block.transfers.find((each) => each.txid === txid);
    const attempt =
      (await findAttemptOf(tx, network, txid)) ??
      (transfer && (await findUnsigned(tx, services, network, transfer)));
    if (attempt === undefined) {
      const reason = `${txid} at block ${height} spent coins of ours, and no batch made it`;
      await pauseNetwork(tx, services, network, reason);
    } else if (transfer === undefined) await settle(tx, services, { attempt, height, spent });
    else settled.push(await settleNonce(tx, services, nonceAttempt(attempt), transfer));
  }
  const nonces = settled.map(({ sender: script, nonce }) => ({ script, nonce }));
  await endBatches(tx, services, network, { until: BigInt(height), nonces });
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
  for (const block of blocks)
    for (const [txid, spent] of bySpender(block)) {
      await takeBackSpend(tx, services, { network, txid, spent });
      const attempt = await findAttemptOf(tx, network, txid);
      if (attempt?.settled_height !== BigInt(block.height)) continue;
      if (attempt.sender === null) await unsettle(tx, services, attempt);
      else await unsettleNonce(tx, services, attempt);
    }
}
