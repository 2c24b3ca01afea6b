import type { PairSwitch } from "@wattle/contracts/switches";
import { keepBelievedPrice, listBelievedPrices } from "@wattle/db/believed-prices";
import type { Database } from "@wattle/db/database";
import type { BelievedPriceRow } from "@wattle/db/tables";
import { formatRate, parseRate } from "@wattle/exchange-core/rate";
import type { MarketPrice } from "@wattle/exchange-core/spread";

/** Prices are compared with those of so long. */
export const BELIEVED_MILLISECONDS = 60 * 60_000;

/** A price that was believed, at a time in epoch milliseconds. */
export interface BelievedPrice {
  readonly at: number;
  readonly price: MarketPrice;
  /** Whether staff named it; otherwise a source said it. */
  readonly isNamed: boolean;
}

/** Believed prices, the same for all processes and after a restart. */
export interface BelievedPrices {
  /** The market's prices of the last hour, oldest first, and the newest one however old it is. */
  readonly of: (what: PairSwitch) => Promise<readonly BelievedPrice[]>;
  readonly keep: (what: PairSwitch, price: MarketPrice) => Promise<void>;
  /** Keeps a price and nothing of what was believed before: two sources have agreed on it. */
  readonly startWith: (what: PairSwitch, price: MarketPrice) => Promise<void>;
}

/** @throws if the database holds no rate */
export function believedPriceOf({ believed_at, bid, ask, named_by }: BelievedPriceRow): BelievedPrice {
  const price = { bid: parseRate(bid), ask: parseRate(ask) };
  if (price.bid === undefined || price.ask === undefined) throw new Error(`${bid} and ${ask} are no rates`);
  return {
    at: Number(believed_at),
    price: { bid: price.bid, ask: price.ask },
    isNamed: named_by !== null,
  };
}

/** @param now epoch milliseconds */
export function createBelievedPrices(database: Database, now: () => number): BelievedPrices {
  const keep = (what: PairSwitch, { bid, ask }: MarketPrice, forget: number): Promise<void> => {
    const texts = { bid: formatRate(bid), ask: formatRate(ask) };
    const row = { what, believed_at: BigInt(now()), ...texts, named_by: null };
    return database.write((tx) => keepBelievedPrice(tx, row, BigInt(forget)));
  };
  return {
    async of(what) {
      const after = BigInt(now() - BELIEVED_MILLISECONDS);
      return (await listBelievedPrices(database.read, what, after)).map(believedPriceOf);
    },
    keep: (what, price) => keep(what, price, now() - BELIEVED_MILLISECONDS),
    startWith: (what, price) => keep(what, price, now()),
  };
}
