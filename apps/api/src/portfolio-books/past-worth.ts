import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { currencyOf } from "@wattle/contracts/markets";
import type { Database } from "@wattle/db/database";
import { firstPriceWithin } from "@wattle/db/prices";
import { worthAt, type Held } from "@wattle/exchange-core/portfolio";
import { divideRates, parseRate, type Rate } from "@wattle/exchange-core/rate";

/**
 * The price of one unit of a currency in another, from the prices of coins: two fiat currencies have none between them, but a
 * coin has one in each.
 *
 * @param bridge the coin that is asked for both
 * @param priceOf what a coin is worth in a fiat currency
 */
export async function bridgedPrice(
  code: string,
  { home, bridge }: { readonly home: string; readonly bridge: string },
  priceOf: (coin: string, fiat: string) => Promise<Rate | undefined>,
): Promise<Rate | undefined> {
  if (currencyOf(code)?.kind !== "fiat") return priceOf(code, home);
  const [inHome, inOther] = await Promise.all([priceOf(bridge, home), priceOf(bridge, code)]);
  return inHome === undefined || inOther === undefined ? undefined : divideRates(inHome, inOther);
}

/**
 * Past worth of smallest units of a currency, in smallest units of the home currency: by the first price of its day
 * (UTC), which stays for years, so that the answer does not change as prices are thinned out. Undefined if no price
 * was recorded that day.
 */
export async function pastWorth(
  { read }: Pick<Database, "read">,
  { currency: code, units }: Held,
  at: number,
  places: { readonly home: string; readonly bridge: string },
): Promise<bigint | undefined> {
  const [currency, home] = [currencyOf(code), currencyOf(places.home)];
  const day = BigInt(at - (at % DAY_MILLISECONDS));
  const price = await bridgedPrice(code, places, async (symbol, fiat) => {
    const pair = { symbol, currency: fiat };
    const text = await firstPriceWithin(read, pair, day, day + BigInt(DAY_MILLISECONDS));
    return text === undefined ? undefined : parseRate(text);
  });
  if (currency === undefined || home === undefined || price === undefined) return undefined;
  return worthAt(units, currency, price, home);
}
