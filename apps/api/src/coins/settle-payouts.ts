/** Payments of our own in the books: with their settled block, and taken back if it is undone. */
import type { Network } from "@wattle/contracts/networks";
import { changeAttempt, findAttemptOf, listConflicting } from "@wattle/db/coin-attempts";
import {
  changeCoinPayout,
  findCoinPayout,
  listCoinPayments,
  unstampCoinPayments,
} from "@wattle/db/coin-payouts";
import type { WriteTx } from "@wattle/db/database";
import { heldAccount, houseAccount, type LedgerAccountId } from "@wattle/db/ledger/accounts";
import { readEntries } from "@wattle/db/ledger/entries";
import { postEntry, reversePostings, type Posting } from "@wattle/db/ledger/post-entry";
import type { Payment } from "@wattle/db/payouts";
import type { ChainOutput, CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { listTransactionEvents } from "@wattle/db/transaction-states";
import type { SettledBlock } from "../chains/followed.ts";
import { coinsPaidMail } from "../mail/coin-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { pauseNetwork } from "./pause-network.ts";
import { CHAIN_ACTOR, markSent } from "./send-attempts.ts";
import { venuePaymentOf } from "./venue-payment.ts";

const BY = { kind: "system", id: CHAIN_ACTOR } as const;

const isPending = ({ status }: Payment): boolean => status === "requested" || status === "sent";

/** The miners' fee. Any difference to the fee that customers were shown is the house's. */
const minersFee = (currency: string, amount: bigint): Posting[] =>
  amount === 0n
    ? []
    : [
        {
          source: houseAccount("network", currency),
          destination: houseAccount("wallet", currency),
          currency,
          amount,
        },
      ];

/** One entry: what was set aside leaves the wallet, and pays the fee that was shown. @param share of the miners' fee */
function paidPostings(row: Payment, share: bigint): Posting[] {
  const { credit_currency: currency, credit, user_id } = row;
  const shown = row.fee_amount ?? 0n;
  const held = heldAccount(user_id, currency);
  const parts: Posting[] = [
    { source: held, destination: houseAccount("wallet", currency), currency, amount: credit - shown },
    { source: held, destination: houseAccount("network", currency), currency, amount: shown },
  ];
  return [...parts.filter(({ amount }) => amount > 0n), ...minersFee(currency, share)];
}

async function complete(
  tx: WriteTx,
  services: MailServices,
  row: Payment,
  { txid, share }: { readonly txid: string; readonly share: bigint },
): Promise<void> {
  if (row.status === "requested") await markSent(tx, services, row, txid);
  await changeStatus(
    tx,
    services,
    { ...row, status: "sent" },
    {
      to: "completed",
      by: BY,
      reason: null,
      set: { txid },
      entry: {
        kind: "withdrawal_completed",
        description: `Payout of withdrawal ${row.reference}`,
        postings: paidPostings(row, share),
      },
    },
  );
  await queueMail(tx, services, {
    to: row.customer_email,
    mail: coinsPaidMail(row.customer_first_name, { ...row, txid }, services.config.APP_ORIGIN),
  });
}

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

/** Kind and words of the entry of a transaction that pays no customer. */
const ownEntry = ({ what }: CoinPayoutRow, { kind, txid }: CoinAttempt) =>
  what !== "venue" || kind === "cancel"
    ? { kind: "miners_fee", description: `Miners' fee of ${txid}` }
    : { kind: "own_money", description: `To the venue: ${txid}` };

/** Books a transaction that pays no customer: the miners' fee, and the coins that the venue gets. */
async function bookOwn(
  tx: WriteTx,
  services: MailServices,
  payout: CoinPayoutRow,
  attempt: CoinAttempt,
): Promise<string> {
  const id = services.ids.uuid();
  const { currency } = payout;
  const toVenue = venuePaymentOf(services, payout);
  const sent: Posting[] =
    toVenue === null || attempt.kind === "cancel"
      ? []
      : [
          {
            source: houseAccount("venue", currency),
            destination: houseAccount("wallet", currency),
            currency,
            amount: toVenue.amount,
          },
        ];
  await postEntry(tx, {
    id,
    ...ownEntry(payout, attempt),
    createdBy: CHAIN_ACTOR,
    createdAt: BigInt(services.clock.now()),
    postings: [...sent, ...minersFee(currency, attempt.fee)],
  });
  return id;
}

/** Completes all withdrawals of an attempt, which share the miners' fee. */
async function completeAll(
  tx: WriteTx,
  services: MailServices,
  payout: CoinPayoutRow,
  { txid, fee }: CoinAttempt,
): Promise<void> {
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
    const entry_id = await bookOwn(tx, services, payout, attempt);
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
  for (const [txid, spent] of bySpender(block)) {
    const attempt = await findAttemptOf(tx, network, txid);
    if (attempt === undefined) {
      const reason = `${txid} at block ${block.height} spent coins of ours, and no batch made it`;
      await pauseNetwork(tx, services, network, reason);
    } else await settle(tx, services, { attempt, height: block.height, spent });
  }
}

/** Takes an entry back. */
async function takeBackEntry(tx: WriteTx, id: string) {
  const [entry] = await readEntries(tx, [id]);
  const postings = (entry?.postings ?? []).map(
    ({ source_account, destination_account, currency, amount }): Posting => ({
      source: source_account as LedgerAccountId,
      destination: destination_account as LedgerAccountId,
      currency,
      amount,
    }),
  );
  return { reverses: id, postings: reversePostings(postings) };
}

/** Brings a completed withdrawal back to those that wait for a block. */
async function unComplete(tx: WriteTx, services: MailServices, row: Payment): Promise<void> {
  const events = await listTransactionEvents(tx, row.user_id, row.id);
  const paid = events.findLast(({ to_status }) => to_status === "completed")?.entry_id;
  if (row.status !== "completed" || paid == null) return;
  await changeStatus(tx, services, row, {
    to: "sent",
    by: BY,
    reason: null,
    entry: {
      kind: "withdrawal_undone",
      description: `Undone payout of withdrawal ${row.reference}`,
      ...(await takeBackEntry(tx, paid)),
    },
  });
}

async function unsettle(tx: WriteTx, services: MailServices, attempt: CoinAttempt): Promise<void> {
  const payout = await findCoinPayout(tx, attempt.payout_id);
  if (payout === undefined) return;
  if (attempt.entry_id === null)
    for (const row of await listCoinPayments(tx, payout.id)) await unComplete(tx, services, row);
  else {
    const { kind, description } = ownEntry(payout, attempt);
    await postEntry(tx, {
      id: services.ids.uuid(),
      kind,
      description: `Undone: ${description}`,
      createdBy: CHAIN_ACTOR,
      createdAt: BigInt(services.clock.now()),
      ...(await takeBackEntry(tx, attempt.entry_id)),
    });
  }
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
    for (const txid of bySpender(block).keys()) {
      const attempt = await findAttemptOf(tx, network, txid);
      if (attempt?.settled_height === BigInt(block.height)) await unsettle(tx, services, attempt);
    }
}
