import { formatFeePercent } from "@wattle/exchange-core/fee";
import { useBrand } from "../brand/brand.tsx";
import { useMarkets } from "../markets/use-markets.ts";

/**
 * Our fee on the quoted coins in the home currency, in percent: `1`.
 * @returns undefined until it is known, and if it is not the same for all of them
 */
export function useFeePercent(): string | undefined {
  const { coins, homeCurrency } = useBrand().markets;
  const { markets, isKnown } = useMarkets();
  const [first, ...others] = coins.map((coin) => markets.pair(coin, homeCurrency));
  if (!isKnown || first === undefined || others.some((pair) => pair?.fee !== first.fee)) return undefined;
  return formatFeePercent(first.percent);
}

/** … in words: `our 1% fee`, or `our fee`. */
export function useFeeWords(): string {
  const percent = useFeePercent();
  return percent === undefined ? "our fee" : `our ${percent}% fee`;
}
