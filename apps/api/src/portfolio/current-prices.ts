import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import { priceAt } from "@wattle/db/prices";
import { parseRate, type Rate } from "@wattle/exchange-core/rate";
import { bridgedPrice } from "../portfolio-books/past-worth.ts";
import { guardedPrice } from "../prices/rate-service.ts";
import type { Services } from "../services.ts";

/** A price of 24 hours ago may be so much older. */
const SLACK_MILLISECONDS = 3_600_000;

/** Price of one unit of a currency in the home currency. */
export interface PriceNow {
  readonly now: Rate;
  /** 24 hours ago; undefined if no price of then was recorded. */
  readonly dayAgo: Rate | undefined;
}

type PriceServices = Pick<Services, "config" | "database" | "clock" | "rates">;

/** The current price of each currency that has one; the home currency needs none. */
export async function currentPrices(
  services: PriceServices,
  codes: readonly string[],
  home: string,
): Promise<ReadonlyMap<string, PriceNow>> {
  const places = { home, bridge: services.config.brand.markets.defaultPair.credit };
  const priced = await Promise.all(
    codes
      .filter((code) => code !== home)
      .map(async (code): Promise<readonly [string, PriceNow][]> => {
        const now = await bridgedPrice(
          code,
          places,
          async (coin, fiat) => (await guardedPrice(services, coin, fiat))?.bid,
        );
        if (now === undefined) return [];
        const dayAgo = await bridgedPrice(code, places, (coin, fiat) => priceDayAgo(services, coin, fiat));
        return [[code, { now, dayAgo }]];
      }),
  );
  return new Map(priced.flat());
}

async function priceDayAgo(
  { database, clock }: PriceServices,
  symbol: string,
  currency: string,
): Promise<Rate | undefined> {
  const dayAgo = clock.now() - DAY_MILLISECONDS;
  const point = await priceAt(database.read, symbol, currency, BigInt(dayAgo));
  const isOfThen = point !== undefined && point.recorded_at >= BigInt(dayAgo - SLACK_MILLISECONDS);
  return isOfThen ? parseRate(point.rate) : undefined;
}
