import { divideUp } from "@wattle/exchange-core/decimal";
import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { formatRate, type Rate } from "@wattle/exchange-core/rate";
import type { Amount } from "@wattle/exchange-core/amount";
import type { Currency } from "@wattle/exchange-core/currency";
import { DomainError } from "@wattle/contracts/errors";
import type { Database } from "@wattle/db/database";
import type { Clock } from "../clock.ts";
import { isoTime } from "../clock.ts";
import type { Config } from "../config.ts";
import { lastRecorded } from "./price-store.ts";
import { RateUnavailableError, type RateService } from "./rate-service.ts";

interface WorthServices {
  readonly config: Pick<Config, "brand">;
  readonly database: Pick<Database, "read">;
  readonly clock: Clock;
  readonly rates: RateService;
}

/** Worth of an amount in the home currency. */
export interface Worth {
  /** Hundredths of the home currency, rounded up. */
  readonly units: bigint;
  /** Price taken from the record since no source gave one: `BTC/AUD 150000 of 2026-01-31T09:30:00.000Z`. */
  readonly recordedPrices: readonly string[];
}

/**
 * Worth of an amount at the current prices, or at the last recorded ones if no source gives any, since a limit must
 * hold then, too.
 * @throws DomainError `rate_unavailable` if a price was never recorded
 */
export async function worthAtHome(
  services: WorthServices,
  amount: Amount,
  currency: Currency,
): Promise<Worth> {
  const { homeCurrency, defaultPair } = services.config.brand.markets;
  const recordedPrices: string[] = [];
  const priceOf = async (symbol: string, of: string): Promise<Rate> => {
    try {
      return (await services.rates.current(symbol, of)).bid;
    } catch (cause) {
      if (!(cause instanceof RateUnavailableError)) throw cause;
      const last = await lastRecorded(services.database, services.clock, { symbol, currency: of });
      if (last === undefined) throw new DomainError("rate_unavailable");
      recordedPrices.push(`${symbol}/${of} ${formatRate(last.rate)} of ${isoTime(BigInt(last.at))}`);
      return last.rate;
    }
  };
  if (currency.code === homeCurrency) return { units: amount, recordedPrices };
  if (currency.kind === "crypto") {
    const price = await priceOf(currency.code, homeCurrency);
    // A crypto currency has eight decimals, a fiat one two.
    return { units: divideUp(amount * price.digits * 100n, powerOfTen(price.scale + 8)), recordedPrices };
  }
  // Two fiat currencies have no price between them, but a coin has one in each.
  const home = await priceOf(defaultPair.credit, homeCurrency);
  const local = await priceOf(defaultPair.credit, currency.code);
  // Both have two decimals: worth = units × (home per coin) / (local per coin).
  const units = divideUp(
    amount * home.digits * powerOfTen(local.scale),
    powerOfTen(home.scale) * local.digits,
  );
  return { units, recordedPrices };
}
