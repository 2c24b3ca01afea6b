import { currencyOf } from "@wattle/contracts/markets";
import type { Database } from "@wattle/db/database";
import { pricesSince } from "@wattle/db/prices";
import { worthAt } from "@wattle/exchange-core/portfolio";
import { divideRates, parseRate, type Rate } from "@wattle/exchange-core/rate";
import type { Services } from "../services.ts";

/** Recorded prices of a pair, oldest first. */
interface PriceLine {
  readonly since: number;
  readonly readAt: number;
  readonly times: readonly number[];
  readonly rates: readonly string[];
}

/** Prices are read again after so long. */
const FRESH_MILLISECONDS = 60_000;

/** The newest rate at or before a time, else the first one there is. */
function rateOf({ times, rates }: PriceLine, at: number): Rate | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return parseRate(rates[Math.max(0, low - 1)] ?? "");
}

/** Worth of currencies in the home currency, by recorded prices. */
export class Worths {
  readonly #services: Pick<Services, "clock" | "config"> & { readonly database: Pick<Database, "read"> };
  readonly #lines = new Map<string, PriceLine>();

  constructor(services: Pick<Services, "clock" | "config"> & { readonly database: Pick<Database, "read"> }) {
    this.#services = services;
  }

  get #home(): string {
    return this.#services.config.brand.markets.homeCurrency;
  }

  get #bridge(): string {
    return this.#services.config.brand.markets.defaultPair.credit;
  }

  async #read(symbol: string, currency: string, since: number): Promise<void> {
    const now = this.#services.clock.now();
    const key = `${symbol}/${currency}`;
    const line = this.#lines.get(key);
    if (line !== undefined && line.since <= since && now - line.readAt < FRESH_MILLISECONDS) return;
    const from = Math.min(since, line?.since ?? since);
    const points = await pricesSince(this.#services.database.read, symbol, currency, BigInt(from));
    this.#lines.set(key, {
      since: from,
      readAt: now,
      times: points.map(({ recorded_at }) => Number(recorded_at)),
      rates: points.map(({ rate }) => rate),
    });
  }

  /** Reads the prices of currencies since a time. */
  async prepare(currencies: Iterable<string>, since: number): Promise<void> {
    for (const code of new Set(currencies)) {
      if (code === this.#home) continue;
      if (currencyOf(code)?.kind === "crypto") await this.#read(code, this.#home, since);
      else {
        await this.#read(this.#bridge, this.#home, since);
        await this.#read(this.#bridge, code, since);
      }
    }
  }

  #price(code: string, at: number): Rate | undefined {
    const of = (symbol: string, currency: string): Rate | undefined => {
      const line = this.#lines.get(`${symbol}/${currency}`);
      return line === undefined ? undefined : rateOf(line, at);
    };
    if (currencyOf(code)?.kind === "crypto") return of(code, this.#home);
    // Two fiat currencies have no price between them, but a coin has one in each.
    const [inHome, inOther] = [of(this.#bridge, this.#home), of(this.#bridge, code)];
    return inHome === undefined || inOther === undefined ? undefined : divideRates(inHome, inOther);
  }

  /** Hundredths of the home currency, rounded down; 0 if there never was a price. The currency was prepared. */
  of(units: bigint, code: string, at: number): bigint {
    if (code === this.#home) return units;
    const [currency, home] = [currencyOf(code), currencyOf(this.#home)];
    const price = this.#price(code, at);
    if (currency === undefined || home === undefined || price === undefined) return 0n;
    return worthAt(units, currency, price, home);
  }
}
