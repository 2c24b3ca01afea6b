import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { offeredCurrency, type MarketCurrency } from "@wattle/contracts/markets";
import { rateWithFee } from "@wattle/exchange-core/rate-with-fee";
import { formatRate, parseRate } from "@wattle/exchange-core/rate";
import { saleRate } from "@wattle/exchange-core/spread";
import { DomainError } from "@wattle/contracts/errors";
import type { PriceHistory, RateCard } from "@wattle/contracts/rates";
import { priceAt } from "@wattle/db/prices";
import { isoTime } from "../clock.ts";
import { countryOf } from "../markets/list-currencies.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";
import { dayChange } from "./day-change.ts";
import { RateUnavailableError } from "../prices/rate-service.ts";

/**
 * Checks that a coin has a price in a fiat currency that someone may use.
 * @throws DomainError `currency_inactive`, `pair_unsupported`
 */
export async function checkPair(
  services: Pick<Services, "markets">,
  user: SignedInUser | null,
  symbol: string,
  currency: string,
): Promise<void> {
  const markets = await services.markets();
  const offered = (field: string, code: string): MarketCurrency => {
    const found = offeredCurrency(markets, code, countryOf(user));
    if (found === undefined) throw DomainError.at(field, "currency_inactive");
    return found;
  };
  const [crypto, fiat] = [offered("symbols", symbol), offered("in", currency)];
  if (crypto.kind !== "crypto") throw DomainError.at("symbols", "pair_unsupported");
  if (fiat.kind !== "fiat") throw DomainError.at("in", "pair_unsupported");
}

/**
 * The price of each symbol, as the cards and the table show it.
 * @throws DomainError `currency_inactive`, `pair_unsupported`, `rate_unavailable`
 */
export async function listRates(
  services: Pick<Services, "config" | "database" | "clock" | "rates" | "markets">,
  user: SignedInUser | null,
  input: { readonly symbols?: readonly string[] | undefined; readonly in?: string | undefined },
): Promise<RateCard[]> {
  const { homeCurrency, coins } = services.config.brand.markets;
  const { symbols = coins, in: currency = homeCurrency } = input;
  for (const symbol of symbols) await checkPair(services, user, symbol, currency);
  const markets = await services.markets();
  const dayAgo = BigInt(services.clock.now() - DAY_MILLISECONDS);
  return Promise.all(
    symbols.map(async (symbol): Promise<RateCard> => {
      const [price, earlier] = await Promise.all([
        services.rates.current(symbol, currency).catch((cause: unknown) => {
          throw cause instanceof RateUnavailableError ? new DomainError("rate_unavailable") : cause;
        }),
        priceAt(services.database.read, symbol, currency, dayAgo),
      ]);
      // Fee and spread of the cards and the table are always those of selling for the home currency.
      const sale = markets.pair(symbol, homeCurrency);
      if (sale === undefined) throw DomainError.at("symbols", "pair_unsupported");
      return {
        symbol,
        rate: formatRate(price.bid),
        rate_with_fee: rateWithFee(saleRate(price, sale.spread_bp), sale.percent) ?? "0.00",
        change_24h: dayChange(price.bid, earlier === undefined ? undefined : parseRate(earlier.rate)) ?? null,
        timestamp: price.timestamp,
      };
    }),
  );
}

/** The past day's recorded prices, oldest first, thinned. @throws DomainError `currency_inactive`, `pair_unsupported` */
export async function listPriceHistory(
  services: Pick<Services, "config" | "markets" | "priceCharts">,
  user: SignedInUser | null,
  input: { readonly symbol: string; readonly in?: string | undefined },
): Promise<PriceHistory> {
  const { symbol, in: currency = services.config.brand.markets.homeCurrency } = input;
  await checkPair(services, user, symbol, currency);
  const prices = await services.priceCharts.readDay({ symbol, currency });
  const points = prices.map(({ rate, recorded_at }) => ({ rate, recorded_at: isoTime(recorded_at) }));
  return { symbol, in: currency, points };
}
