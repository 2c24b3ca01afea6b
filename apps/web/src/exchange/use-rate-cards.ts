import type { RateCard } from "@wattle/contracts/rates";
import { parseRate } from "@wattle/exchange-core";
import { useEffect } from "react";
import { trpc } from "../trpc.ts";

/** The coins that are quoted to everybody, in AUD. */
export const QUOTED = [
  { symbol: "BTC", name: "Bitcoin" },
  { symbol: "ETH", name: "Ethereum" },
] as const;

const SHOWN_AGAIN_AFTER = 60_000;

interface RateCards {
  /** While the first answer is on its way. */
  readonly loading: boolean;
  readonly cards: readonly RateCard[];
}

/** The public rates of the quoted coins, fee included, refreshed once a minute. A failure is logged and ends the loading. */
export function useRateCards(): RateCards {
  const { data, error, isPending } = trpc.rates.list.useQuery(
    { symbols: QUOTED.map(({ symbol }) => symbol).join(","), in: "AUD" },
    { refetchInterval: SHOWN_AGAIN_AFTER, trpc: { context: { background: true } } },
  );
  useEffect(() => {
    if (error !== null) console.error("Get rates", error);
  }, [error]);
  return { loading: isPending, cards: data ?? [] };
}

/** A card's rate with the fee, or undefined where there is none: a rate of zero means no rate. */
export function shownRate(card: RateCard | undefined): string | undefined {
  return card !== undefined && parseRate(card.rate_with_fee) !== undefined ? card.rate_with_fee : undefined;
}
