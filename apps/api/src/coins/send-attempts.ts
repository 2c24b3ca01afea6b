/** Signed transactions on their way to the network, again and again, until a block settles one of each batch. */
import type { Network } from "@wattle/contracts/networks";
import { findChainState } from "@wattle/db/chains";
import { changeAttempt, listAttempts, listUnsettledAttempts } from "@wattle/db/coin-attempts";
import {
  changeCoinPayout,
  findCoinPayout,
  listCoinPayments,
  lockCoinPayouts,
  noteTxid,
} from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt } from "@wattle/db/tables";
import { ChainNodeError, bytesOf } from "../chains/chain-node.ts";
import { coinsSentMail } from "../mail/coin-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { keptCoinPayee, SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";

export const CHAIN_ACTOR = `${SYSTEM_ACTOR}chain`;

type SendServices = MailServices & Pick<Services, "database" | "log" | "networks">;

/** Notes that the coins of a withdrawal are with the network, and emails it. */
export async function markSent(
  tx: WriteTx,
  services: MailServices,
  row: Payment,
  txid: string,
): Promise<void> {
  await changeStatus(tx, services, row, {
    to: "sent",
    by: { kind: "system", id: CHAIN_ACTOR },
    reason: null,
    coinPayout: row.coin_payout_id ?? undefined,
    set: { txid },
  });
  const payee = keptCoinPayee(services.vault, row);
  if (payee === null) throw new Error(`the withdrawal ${row.id} has no payee`);
  await queueMail(tx, services, {
    to: row.customer_email,
    mail: coinsSentMail(row.customer_first_name, { ...row, txid }, payee, services.config.APP_ORIGIN),
  });
}

/** Notes the first time that a node takes an attempt. */
async function noteSent(tx: WriteTx, services: MailServices, network: Network, sent: CoinAttempt) {
  await lockCoinPayouts(tx, network);
  const payout = await findCoinPayout(tx, sent.payout_id);
  const attempt = (await listAttempts(tx, sent.payout_id)).find(({ id }) => id === sent.id);
  const isOpen = payout?.status === "signed" || payout?.status === "sent";
  if (!isOpen || attempt === undefined || attempt.sent_at !== null) return;
  await changeAttempt(tx, attempt.id, { sent_at: BigInt(services.clock.now()) });
  if (payout.status === "signed") await changeCoinPayout(tx, payout.id, { status: "sent" });
  const { kind, txid, sender, transaction_id: only } = attempt;
  if (kind === "cancel" || txid === null || (sender !== null && only === null)) return;
  for (const row of await listCoinPayments(tx, payout.id))
    if (row.status === "requested" && row.coin_payout_id === payout.id && (only ?? row.id) === row.id)
      await markSent(tx, services, row, txid);
  await noteTxid(tx, payout.id, txid, only);
}

/**
 * Sends every stored attempt that no block has settled, to every node. Any process may do it, again and again: the bytes are
 * the same each time. A node that does not take one says nothing about what blocks will have.
 */
export async function sendAttempts(services: SendServices, network: Network): Promise<void> {
  const { database, log, networks } = services;
  const node = networks[network]?.node;
  const state = await findChainState(database.read, network);
  if (node === undefined || state === undefined || state.paused_because !== null) return;
  for (const attempt of await listUnsettledAttempts(database.read, network)) {
    try {
      const outcome = await node.send(bytesOf(attempt.raw ?? ""));
      if (!outcome.accepted) {
        log.warn({ network, txid: attempt.txid, reason: outcome.reason }, "a node did not take a payment");
        continue;
      }
    } catch (error) {
      if (!(error instanceof ChainNodeError)) throw error;
      log.warn({ network, txid: attempt.txid, err: error }, "no node could be given a payment");
      return;
    }
    if (attempt.sent_at === null) await database.write((tx) => noteSent(tx, services, network, attempt));
  }
}
