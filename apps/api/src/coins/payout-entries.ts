/** Entries of payments of our own, and of what they cost. */
import type { WriteTx } from "@wattle/db/database";
import { heldAccount, houseAccount, type LedgerAccountId } from "@wattle/db/ledger/accounts";
import { readEntries } from "@wattle/db/ledger/entries";
import { postEntry, reversePostings, type Posting } from "@wattle/db/ledger/post-entry";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import { listTransactionEvents } from "@wattle/db/transaction-states";
import { coinsPaidMail } from "../mail/coin-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { CHAIN_ACTOR, markSent } from "./send-attempts.ts";
import { venuePaymentOf } from "./venue-payment.ts";

export const BY = { kind: "system", id: CHAIN_ACTOR } as const;

export const isPending = ({ status }: Payment): boolean => status === "requested" || status === "sent";

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

/** Completes a withdrawal that a settled block has paid. @param share of the miners' fee */
export async function complete(
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

/** Kind and words of the entry of a transaction that pays no customer. */
const ownEntry = ({ what }: CoinPayoutRow, { kind, txid, failed }: CoinAttempt) =>
  what !== "venue" || kind === "cancel" || failed === 1n
    ? { kind: "miners_fee", description: `Network's fee of ${txid}` }
    : { kind: "own_money", description: `To the venue: ${txid}` };

/** Books a transaction that pays no customer: the miners' fee, and the coins that the venue gets. @param fee in smallest units */
export async function bookOwn(
  tx: WriteTx,
  services: MailServices,
  payout: CoinPayoutRow,
  attempt: CoinAttempt,
  fee: bigint,
): Promise<string> {
  const id = services.ids.uuid();
  const { currency } = payout;
  const toVenue = venuePaymentOf(services, payout);
  const sent: Posting[] =
    toVenue === null || attempt.kind === "cancel" || attempt.failed === 1n
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
    postings: [...sent, ...minersFee(currency, fee)],
  });
  return id;
}

/** Takes an entry back. */
export async function takeBackEntry(tx: WriteTx, id: string) {
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
export async function unComplete(tx: WriteTx, services: MailServices, row: Payment): Promise<void> {
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

/** Takes the entry of a transaction back that pays no customer. */
export async function takeBackOwn(
  tx: WriteTx,
  services: MailServices,
  payout: CoinPayoutRow,
  attempt: CoinAttempt & { readonly entry_id: string },
): Promise<void> {
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
