import { formatFeeRate } from "@wattle/bitcoin/fee-rate";
import type { CoinPayout, coinPayoutsInput, CoinPayoutSummary } from "@wattle/contracts/coin-payouts";
import { pieceOf } from "@wattle/contracts/cursor";
import { DomainError } from "@wattle/contracts/errors";
import { listAttempts } from "@wattle/db/coin-attempts";
import { findCoinPayout, listCoinPayments, listCoinPayouts } from "@wattle/db/coin-payouts";
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
import { payableOf } from "./coin-payments.ts";

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

function summaryOf(
  services: Pick<Services, "vault">,
  payout: CoinPayoutRow,
  members: readonly Payment[],
  attempts: readonly CoinAttempt[],
): CoinPayoutSummary {
  const { currency } = payout;
  const newest = attempts.at(-1);
  const fetched = attempts.flatMap(({ fetched_at }) => fetched_at ?? []);
  return {
    id: payout.id,
    network: payout.network,
    currency,
    what: payout.what,
    status: payout.status,
    count: members.length,
    total: amountText(paidTotal(services, payout, members), currency),
    fee_rate: formatFeeRate(newest?.fee_rate ?? 0n),
    fee: amountText(newest?.fee ?? 0n, currency),
    change: amountText(newest?.change ?? 0n, currency),
    created_by: payout.created_by,
    created_at: isoTime(payout.created_at),
    released_by: payout.released_by,
    released_at: timeOrNull(payout.released_at),
    filed_at: timeOrNull(fetched[0] ?? null),
    ended_at: timeOrNull(payout.ended_at),
  };
}

const attemptOf = (attempt: CoinAttempt, currency: string): CoinPayout["attempts"] =>
  attempt.stored_at === null
    ? []
    : [
        {
          txid: attempt.txid,
          nonce: null,
          kind: attempt.kind,
          fee_rate: formatFeeRate(attempt.fee_rate),
          fee: amountText(attempt.fee, currency),
          stored_at: isoTime(attempt.stored_at),
          sent_at: timeOrNull(attempt.sent_at),
          height: attempt.settled_height === null ? null : heightOf(attempt.settled_height),
        },
      ];

/** The file that waits for signatures: that of the newest attempt, until it is imported or no longer needed. */
function fileOf({ status, currency }: CoinPayoutRow, newest: CoinAttempt | undefined): CoinPayout["file"] {
  if (newest === undefined || newest.stored_at !== null) return null;
  if (status === "draft" || status === "settled" || status === "cancelled") return null;
  return {
    kind: newest.kind,
    fee_rate: formatFeeRate(newest.fee_rate),
    fee: amountText(newest.fee, currency),
    fetched_at: timeOrNull(newest.fetched_at),
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
    })),
    to_venue: toVenue && { address: toVenue.address, amount: amountText(toVenue.amount, currency) },
    attempts: attempts.flatMap((attempt) => attemptOf(attempt, currency)),
    file: fileOf(payout, attempts.at(-1)),
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
