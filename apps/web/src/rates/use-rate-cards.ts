import type { RateCard } from "@wattle/contracts/rates";
import { parseRate } from "@wattle/exchange-core";
import { useEffect } from "react";
import { currencyOf } from "@wattle/contracts/markets";
import { useBrand } from "../brand/brand.tsx";
import { trpc } from "../trpc.ts";

const SHOWN_AGAIN_AFTER = 60_000;
/** The price that someone looks at is asked for so often: the server asks its source every five seconds at most. */
const PRICED_AGAIN_AFTER = 15_000;
const IN_BACKGROUND = { context: { background: true } } as const;

interface QuotedCoin {
  readonly symbol: string;
  readonly name: string;
}

export interface RateCards {
  /** The coins that are quoted to everyone. */
  readonly coins: readonly QuotedCoin[];
  /** Currency of their prices. */
  readonly currency: string;
  /** While the first answer is on its way. */
  readonly loading: boolean;
  readonly cards: readonly RateCard[];
  /** When the prices were read, milliseconds since 1970; 0 before. */
  readonly readAt: number;
}

/**
 * The public rates of the quoted coins, fee included, refreshed once a minute. A failure is logged and ends the loading.
 * @param fiat what they are quoted in, the home currency unless it is given
 */
export function useRateCards(fiat?: string): RateCards {
  const { coins, homeCurrency } = useBrand().markets;
  const currency = fiat ?? homeCurrency;
  const { data, error, isPending, dataUpdatedAt } = trpc.rates.list.useQuery(
    { symbols: coins.join(","), in: currency },
    { refetchInterval: SHOWN_AGAIN_AFTER, trpc: IN_BACKGROUND },
  );
  useEffect(() => {
    if (error !== null) console.error("Get rates", error);
  }, [error]);
  return {
    coins: coins.map((symbol) => ({ symbol, name: currencyOf(symbol)?.full_name ?? symbol })),
    currency,
    loading: isPending,
    cards: data ?? [],
    readAt: dataUpdatedAt,
  };
}

/**
 * The price of one coin, read again while someone looks at it. A quoted coin is read with the others, so that a page never
 * shows two prices of it at once.
 * @returns its card, undefined while there is none, and whether the first answer is on its way
 */
export function useRateCard(coin: string, fiat: string) {
  const { coins } = useBrand().markets;
  const symbols = coins.includes(coin) ? coins.join(",") : coin;
  const { data, isPending } = trpc.rates.list.useQuery(
    { symbols, in: fiat },
    { refetchInterval: PRICED_AGAIN_AFTER, trpc: IN_BACKGROUND },
  );
  return { card: data?.find(({ symbol }) => symbol === coin), isPending };
}

/** A card's rate with the fee, or undefined if there is none: a rate of zero means no rate. */
export function shownRate(card: RateCard | undefined): string | undefined {
  return card !== undefined && parseRate(card.rate_with_fee) !== undefined ? card.rate_with_fee : undefined;
}
