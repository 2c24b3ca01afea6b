import { knownMarkets, type MarketCurrency } from "@wattle/contracts/markets";
import type { Services } from "../services.ts";

/**
 * The currency in which a customer's portfolio is counted: the one that only residents of the customer's country may use, or
 * the installation's own.
 */
export function homeCurrencyOf(
  { config }: Pick<Services, "config">,
  { default_country: country }: { readonly default_country: string },
): MarketCurrency {
  const markets = knownMarkets();
  const own = markets.currencies.find(
    ({ active, kind, residents_of }) => active && kind === "fiat" && residents_of === country,
  );
  const home = own ?? markets.currency(config.brand.markets.homeCurrency);
  if (home === undefined) throw new RangeError("the home currency is no currency of this installation");
  return home;
}
