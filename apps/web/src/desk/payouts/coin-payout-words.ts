import type { CoinAttemptKind, CoinPayoutPurpose, CoinPayoutStatus } from "@wattle/contracts/choices";
import type { CoinPayout, CoinPayoutSummary } from "@wattle/contracts/coin-payouts";
import type { StateWord } from "../../controls/status.tsx";
import { trimDecimals } from "@wattle/exchange-core/decimal";
import { NETWORK_NAMES } from "../../money/network-names.ts";
import type { Figure } from "../parts/figure-strip.tsx";
import { countText, signedText } from "../parts/signed-money.ts";
import { toCustomersText } from "../payees/payout-words.ts";
import type { Step } from "./batch-story.tsx";
import { NETWORK_BATCHES } from "./network-batches.ts";

export const COIN_BATCH_WORDS: Readonly<Record<CoinPayoutStatus, StateWord>> = {
  draft: { kind: "waiting", word: "Waiting for release" },
  released: { kind: "waiting", word: "Released" },
  signed: { kind: "waiting", word: "Signed" },
  sent: { kind: "waiting", word: "Sent" },
  settled: { kind: "done", word: "Settled" },
  cancelled: { kind: "stopped", word: "Cancelled" },
};

const PURPOSE_WORDS: Readonly<Record<CoinPayoutPurpose, string>> = {
  payments: "Payments",
  sweep: "Sweep",
  consolidate: "Consolidation",
  venue: "To the venue",
};

export const ATTEMPT_WORDS: Readonly<Record<CoinAttemptKind, string>> = {
  pay: "First",
  bump: "Higher fee",
  cancel: "Cancels it",
};

/** 'Bitcoin payout of 0.05 BTC to 1 customer', 'Ethereum sweep into the treasury'. */
export function coinBatchTitle(batch: CoinPayout): string {
  const { network, what, total, payments, to_venue: venue } = batch;
  const coins = (amount: string): string => coinText(trimDecimals(amount), batch);
  const by = NETWORK_NAMES[network];
  if (what === "payments") return `${by} payout of ${coins(total)} ${toCustomersText(payments)}`;
  if (what === "venue") return `${by} to the venue, ${coins(venue?.amount ?? total)}`;
  return what === "sweep" ? `${by} sweep into the treasury` : `${by} consolidation`;
}

/** The figures of a batch. @param worth of its coins; undefined without a price */
export function coinFiguresOf(
  batch: CoinPayout,
  worthOf: (coins: string, currency: string) => string | undefined,
): readonly Figure[] {
  const { what, currency, total, change, fee, count } = batch;
  const isOurs = what === "sweep" || what === "consolidate";
  const coins = isOurs ? change : total;
  const worth = worthOf(coins, currency);
  return [
    { name: isOurs ? "To the treasury" : "Total", value: coinText(coins, batch) },
    ...(what === "payments" ? [{ name: "Payments", value: countText(count) }] : []),
    ...(worth === undefined ? [] : [{ name: "Worth now", value: worth }]),
    { name: "Network’s fee", value: coinText(fee, batch) },
  ];
}

const paymentsText = (count: number): string => `${count} payment${count === 1 ? "" : "s"}`;
/** 'Bitcoin, 2 payments', 'Ethereum, sweep'. */
export const coinBatchName = ({
  network,
  what,
  count,
}: Pick<CoinPayoutSummary, "network" | "what" | "count">): string =>
  `${NETWORK_NAMES[network]}, ${what === "payments" ? paymentsText(count) : PURPOSE_WORDS[what].toLowerCase()}`;

export const coinText = (amount: string, { currency }: Pick<CoinPayoutSummary, "currency">): string =>
  signedText(amount, currency);

export const rateText = (rate: string, { network }: Pick<CoinPayoutSummary, "network">): string =>
  `${rate} ${NETWORK_BATCHES[network].rateUnit}`;

/** '2 payments, 0.10000000 BTC', 'sweep of BTC'. */
export const coinBatchText = (
  batch: Pick<CoinPayoutSummary, "what" | "count" | "total" | "currency">,
): string =>
  batch.what === "payments"
    ? `${paymentsText(batch.count)}, ${coinText(batch.total, batch)}`
    : batch.what === "venue"
      ? `${coinText(batch.total, batch)} to the venue`
      : `${PURPOSE_WORDS[batch.what].toLowerCase()} of ${batch.currency}`;

/** Steps of a batch. Its newest transaction is the one that goes on. */
export function coinStepsOf({
  created_at,
  released_at,
  attempts,
  status,
  ended_at,
}: CoinPayout): readonly Step[] {
  const sent = attempts.flatMap(({ sent_at: at }) => at ?? []);
  return [
    ["Made", created_at, "Not made"],
    ["Released", released_at, "Not released"],
    ["Signed", attempts[0]?.stored_at ?? null, "Not signed"],
    ["Sent", sent[0] ?? null, "Not sent"],
    ["Settled", status === "settled" ? ended_at : null, "Not settled"],
  ];
}
