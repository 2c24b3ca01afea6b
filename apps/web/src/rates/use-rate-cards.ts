import type { RateCard } from "@wattle/contracts/rates";
import { parseRate } from "@wattle/exchange-core";
import { useEffect } from "react";
import { currencyOf } from "@wattle/contracts/markets";
import { useBrand } from "../brand/brand.tsx";
import { trpc } from "../trpc.ts";

const SHOWN_AGAIN_AFTER = 60_000;

interface QuotedCoin {
  readonly symbol: string;
  readonly name: string;
}

interface RateCards {
  /** The coins that are quoted to everyone. */
  readonly coins: readonly QuotedCoin[];
  /** What they are quoted in. */
  readonly currency: string;
  /** While the first answer is on its way. */
  readonly loading: boolean;
  readonly cards: readonly RateCard[];
}

/**
 * The public rates of the quoted coins, fee included, refreshed once a minute. A failure is logged and ends the loading.
 * @param fiat what they are quoted in, the home currency unless it is given
 */
export function useRateCards(fiat?: string): RateCards {
  const { coins, homeCurrency } = useBrand().markets;
  const currency = fiat ?? homeCurrency;
  const { data, error, isPending } = trpc.rates.list.useQuery(
    { symbols: coins.join(","), in: currency },
    { refetchInterval: SHOWN_AGAIN_AFTER, trpc: { context: { background: true } } },
  );
  useEffect(() => {
    if (error !== null) console.error("Get rates", error);
  }, [error]);
  return {
    coins: coins.map((symbol) => ({ symbol, name: currencyOf(symbol)?.full_name ?? symbol })),
    currency,
    loading: isPending,
    cards: data ?? [],
  };
}

/** A card's rate with the fee, or undefined where there is none: a rate of zero means no rate. */
export function shownRate(card: RateCard | undefined): string | undefined {
  return card !== undefined && parseRate(card.rate_with_fee) !== undefined ? card.rate_with_fee : undefined;
}
