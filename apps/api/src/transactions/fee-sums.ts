import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import { parseRate } from "@wattle/exchange-core/rate";
import { currencyOf } from "@wattle/contracts/markets";
import type { FeesRow } from "@wattle/contracts/reports";
import type { ReportedExchange } from "@wattle/db/reports";
import { amountText } from "../amount-text.ts";
import type { Config } from "../config.ts";

/** Coins have eight decimals, fiat has two. */
const COIN_TO_FIAT = 6;

interface Sum {
  readonly date: string;
  readonly currency: string;
  readonly fiat: string;
  exchanges: number;
  /** Smallest units of `currency`, and of `fiat`. */
  fees: bigint;
  worth: bigint;
}

/** The fees of exchanges, summed up by day and currency. */
export type FeeSums = Map<string, Sum>;

/** Worth of a fee in fiat, in hundredths, rounded down: a fee in coins by the rate of its exchange. */
function worthOf({ fee_amount, credit_currency, rate }: ReportedExchange): bigint {
  const fee = fee_amount ?? 0n;
  if (currencyOf(credit_currency)?.kind === "fiat") return fee;
  const price = parseRate(rate ?? "");
  return price === undefined ? 0n : (fee * price.digits) / powerOfTen(price.scale + COIN_TO_FIAT);
}

/** Adds an exchange's fee to those of a day. */
export function addFee(sums: FeeSums, exchange: ReportedExchange, date: string): void {
  const { credit_currency: currency, debit_currency } = exchange;
  const fiat = currencyOf(currency)?.kind === "fiat" ? currency : debit_currency;
  const key = [date, currency, fiat].join(" ");
  const sum = sums.get(key) ?? { date, currency, fiat, exchanges: 0, fees: 0n, worth: 0n };
  sums.set(key, sum);
  sum.exchanges += 1;
  sum.fees += exchange.fee_amount ?? 0n;
  sum.worth += worthOf(exchange);
}

/** Tax included in an amount, rounded half up. @param percent whole percent */
const taxIn = (units: bigint, percent: bigint): bigint =>
  (2n * units * percent + (100n + percent)) / (2n * (100n + percent));

/** The sums by day and currency, with the GST that is in them. */
export const feeRows = (sums: FeeSums, { GST_PERCENT, brand }: Pick<Config, "GST_PERCENT" | "brand">) =>
  [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { fees, worth, ...sum }]): FeesRow => ({
      ...sum,
      fees: amountText(fees, sum.currency),
      worth: amountText(worth, sum.fiat),
      gst:
        sum.fiat === brand.markets.homeCurrency
          ? amountText(taxIn(worth, BigInt(GST_PERCENT)), sum.fiat)
          : null,
    }));
