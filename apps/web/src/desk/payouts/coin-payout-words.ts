import type { CoinAttemptKind, CoinPayoutPurpose, CoinPayoutStatus } from "@wattle/contracts/choices";
import type { CoinPayout, CoinPayoutSummary } from "@wattle/contracts/coin-payouts";
import type { StateWord } from "../../controls/status.tsx";
import { signedText } from "../parts/signed-money.ts";
import type { Step } from "./batch-story.tsx";
import { NETWORK_BATCHES } from "./network-batches.ts";

export const COIN_BATCH_WORDS: Readonly<Record<CoinPayoutStatus, StateWord>> = {
  draft: { kind: "waiting", word: "Draft" },
  released: { kind: "waiting", word: "Released" },
  signed: { kind: "waiting", word: "Signed" },
  sent: { kind: "waiting", word: "Sent" },
  settled: { kind: "done", word: "Settled" },
  cancelled: { kind: "stopped", word: "Cancelled" },
};

export const PURPOSE_WORDS: Readonly<Record<CoinPayoutPurpose, string>> = {
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

const paymentsText = (count: number): string => `${count} payment${count === 1 ? "" : "s"}`;
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
    ["Draft", created_at, "Not made"],
    ["Released", released_at, "Not released"],
    ["Signed", attempts[0]?.stored_at ?? null, "Not signed"],
    ["Sent", sent[0] ?? null, "Not sent"],
    ["Settled", status === "settled" ? ended_at : null, "Not settled"],
  ];
}
