import { decimalText, decimalUnits } from "@wattle/exchange-core/decimal";
import { useBrand } from "../../brand/brand.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { signedText } from "../parts/signed-money.ts";

const COIN_DECIMALS = 18;
const RATE_DECIMALS = 8;
const WORTH_DECIMALS = 2;

/** Worth of coins at a rate, cut to the cent. */
const worthAt = (coins: string, rate: string): string =>
  decimalText(
    (decimalUnits(coins, COIN_DECIMALS) * decimalUnits(rate, RATE_DECIMALS)) /
      10n ** BigInt(COIN_DECIMALS + RATE_DECIMALS - WORTH_DECIMALS),
    WORTH_DECIMALS,
  );

/** @returns the worth of coins in the home currency as people read it; undefined without a price */
export function useWorthOf(currencies: readonly string[]) {
  const { homeCurrency } = useBrand().markets;
  const symbols = [...new Set(currencies)].toSorted().join(",");
  const { data } = trpc.rates.list.useQuery(
    { symbols, in: homeCurrency },
    { enabled: symbols !== "", ...SHOWN_IN_PLACE },
  );
  return (coins: string, currency: string): string | undefined => {
    const rate = data?.find(({ symbol }) => symbol === currency)?.rate;
    return rate === undefined ? undefined : signedText(worthAt(coins, rate), homeCurrency);
  };
}
