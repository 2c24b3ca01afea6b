import type { CoinPayout, coinPayoutsInput, CoinPayoutSummary } from "@wattle/contracts/coin-payouts";
import { pieceOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import { listAttempts } from "@wattle/db/coin-attempts";
import { findCoinPayout, listCoinPayments, listCoinPayouts, listLeftOut } from "@wattle/db/coin-payouts";
import type { Reader } from "@wattle/db/database";
import type { Payment } from "@wattle/db/payouts";
import type { CoinAttempt, CoinPayoutRow } from "@wattle/db/tables";
import type { z } from "zod";
import { amountText } from "../../amount-text.ts";
import { heightOf } from "../../chains/followed.ts";
import { isoTime } from "../../clock.ts";
import { venuePaymentOf } from "../../coins/venue-payment.ts";
import type { Services } from "../../services.ts";
import { keptCoinPayee } from "../../transactions/transaction-detail.ts";
import { FACTS, unitsAbove } from "../../coins/coin-network.ts";
import { payableOf } from "./coin-payments.ts";
import { kindOf, newestOf } from "./draft-coin-payouts.ts";
import { rateOf } from "./nonce-attempts.ts";

type ReadServices = Pick<Services, "clock" | "config" | "vault">;

const timeOrNull = (at: bigint | null): string | null => (at === null ? null : isoTime(at));

const paidTo = ({ credit, fee_amount }: Payment): bigint => credit - (fee_amount ?? 0n);

/** Sum that payees of withdrawals, or the venue, receive, in smallest units. */
export const paidTotal = (
  services: Pick<Services, "vault">,
  payout: CoinPayoutRow,
  members: readonly Payment[],
): bigint =>
  members.reduce((sum, member) => sum + paidTo(member), venuePaymentOf(services, payout)?.amount ?? 0n);

/** For each nonce the attempt that a block has settled, or the newest one; on Bitcoin the newest one. */
function countingOf(attempts: readonly CoinAttempt[]): CoinAttempt[] {
  const counting = new Map<string, CoinAttempt>();
  for (const attempt of attempts) {
    const key = `${attempt.sender}:${attempt.nonce}`;
    const known = counting.get(key);
    if (known === undefined || known.sender === null || known.settled_height === null)
      counting.set(key, attempt);
  }
  return [...counting.values()];
}

/** The fee of these attempts of a batch, in smallest units. */
export const feeOf = ({ network }: CoinPayoutRow, attempts: readonly CoinAttempt[]): bigint =>
  unitsAbove(
    network,
    countingOf(attempts).reduce((sum, { fee, paid_fee }) => sum + (paid_fee ?? fee), 0n),
  );

/** Smallest units that come back to the treasury. */
const changeOf = ({ what }: CoinPayoutRow, attempts: readonly CoinAttempt[]): bigint =>
  countingOf(attempts).reduce(
    (sum, { change, value }) => sum + change + (what === "sweep" ? (value ?? 0n) : 0n),
    0n,
  );

const rateOfAttempts = (attempts: readonly CoinAttempt[]): bigint =>
  rateOf(attempts.map(({ kind, fee_rate: rate }) => ({ kind, rate })));

function summaryOf(
  services: Pick<Services, "vault">,
  payout: CoinPayoutRow,
  members: readonly Payment[],
  attempts: readonly CoinAttempt[],
): CoinPayoutSummary {
  const { currency } = payout;
  const fetched = attempts.flatMap(({ fetched_at }) => fetched_at ?? []);
  return {
    id: payout.id,
    network: payout.network,
    currency,
    what: payout.what,
    status: payout.status,
    count: members.length,
    total: amountText(paidTotal(services, payout, members), currency),
    fee_rate: FACTS[payout.network].rateText(rateOfAttempts(newestOf(attempts))),
    fee: amountText(feeOf(payout, attempts), currency),
    change: amountText(changeOf(payout, attempts), currency),
    created_by: payout.created_by,
    created_at: isoTime(payout.created_at),
    released_by: payout.released_by,
    released_at: timeOrNull(payout.released_at),
    filed_at: timeOrNull(fetched[0] ?? null),
    ended_at: timeOrNull(payout.ended_at),
  };
}

const numberOf = (nonce: bigint | null): number | null => (nonce === null ? null : heightOf(nonce));

function attemptOf(
  services: ReadServices,
  { network, currency }: CoinPayoutRow,
  attempt: CoinAttempt,
  members: readonly Payment[],
): CoinPayout["attempts"] {
  const { txid, sender, transaction_id: pays } = attempt;
  if (txid === null || attempt.stored_at === null) return [];
  return [
    {
      txid,
      nonce: numberOf(attempt.nonce),
      sender: sender && FACTS[network].readTarget(services, sender).address,
      reference: members.find(({ id }) => id === pays)?.reference ?? null,
      kind: attempt.kind,
      fee_rate: FACTS[network].rateText(attempt.fee_rate),
      fee: amountText(unitsAbove(network, attempt.paid_fee ?? attempt.fee), currency),
      stored_at: isoTime(attempt.stored_at),
      sent_at: timeOrNull(attempt.sent_at),
      height: attempt.settled_height === null ? null : heightOf(attempt.settled_height),
      failed: attempt.failed === 1n,
    },
  ];
}

/** The file that waits for signatures: that of the newest attempts, until it is imported or no longer needed. */
function fileOf(payout: CoinPayoutRow, attempts: readonly CoinAttempt[]): CoinPayout["file"] {
  const { status, currency, network } = payout;
  const newest = newestOf(attempts);
  const [first] = newest;
  if (first === undefined || first.stored_at !== null) return null;
  if (status === "draft" || status === "settled" || status === "cancelled") return null;
  return {
    kind: kindOf(newest),
    fee_rate: FACTS[network].rateText(rateOfAttempts(newest)),
    fee: amountText(feeOf(payout, newest), currency),
    fetched_at: timeOrNull(first.fetched_at),
  };
}

/** How a withdrawal is paid, by the newest transaction that is signed. */
function payingOf(
  { id }: Payment,
  attempts: readonly CoinAttempt[],
): Pick<CoinPayout["payments"][number], "nonce" | "txid" | "failed"> {
  const paying = attempts.filter(
    ({ kind, sender, transaction_id: pays }) => kind !== "cancel" && (sender === null || pays === id),
  );
  const settled = paying.find(({ settled_height: height }) => height !== null);
  const signed = settled ?? paying.findLast(({ stored_at: at }) => at !== null);
  return {
    nonce: numberOf(paying.at(-1)?.nonce ?? null),
    txid: signed?.txid ?? null,
    failed: signed?.failed === 1n,
  };
}

/** A batch with its payments and attempts. @throws DomainError `not_found` */
export async function coinPayoutOf(reader: Reader, services: ReadServices, id: string): Promise<CoinPayout> {
  const payout = await findCoinPayout(reader, id);
  if (payout === undefined) throw new DomainError("not_found");
  const members = await listCoinPayments(reader, id);
  const attempts = await listAttempts(reader, id);
  const payable = new Set((await payableOf(reader, services, members)).map((member) => member.id));
  const { currency } = payout;
  const toVenue = venuePaymentOf(services, payout);
  return {
    ...summaryOf(services, payout, members, attempts),
    payments: members.map((member) => ({
      reference: member.reference,
      customer: {
        id: member.user_id,
        email: member.customer_email,
        name: `${member.customer_first_name} ${member.customer_last_name}`,
      },
      address: keptCoinPayee(services.vault, member)?.address ?? "",
      amount: amountText(paidTo(member), currency),
      payable: payable.has(member.id),
      ...payingOf(member, attempts),
    })),
    left_out: (await listLeftOut(reader, id)).map(({ reference, reason }) => ({ reference, reason })),
    to_venue: toVenue && { address: toVenue.address, amount: amountText(toVenue.amount, currency) },
    attempts: attempts.flatMap((attempt) => attemptOf(services, payout, attempt, members)),
    file: fileOf(payout, attempts),
    explorer_url: services.config.EXPLORER_URL[payout.network] ?? null,
  };
}

/** Batches, newest first. */
export async function readCoinPayouts(
  services: Pick<Services, "database" | "vault">,
  { limit, status, currency, after }: z.output<typeof coinPayoutsInput>,
): Promise<{ data: CoinPayoutSummary[]; next: string | null }> {
  const { read } = services.database;
  const rows = await listCoinPayouts(read, { status, currency, after, limit: limit + 1 });
  const { piece, next } = pieceOf(rows, limit);
  const data: CoinPayoutSummary[] = [];
  for (const row of piece)
    data.push(
      summaryOf(services, row, await listCoinPayments(read, row.id), await listAttempts(read, row.id)),
    );
  return { data, next };
}
