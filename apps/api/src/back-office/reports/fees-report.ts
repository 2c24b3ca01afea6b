import { parseRate } from "@wattle/exchange-core/rate";
import { csvLine } from "@wattle/contracts/csv-cell";
import { currencyOf } from "@wattle/contracts/markets";
import type { FeesReport, FeesRow, reportInput } from "@wattle/contracts/reports";
import { walkExchanges, type ReportedExchange } from "@wattle/db/reports";
import type { z } from "zod";
import { amountText } from "../../amount-text.ts";
import { localDay } from "../../local-days.ts";
import type { Services } from "../../services.ts";
import { periodOf } from "./period.ts";

const PIECE = 2_000;
const COLUMNS = ["date", "currency", "fiat", "exchanges", "fees", "worth", "gst"] as const;

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

/** What a fee is worth in fiat, in hundredths, rounded down: a fee in coins by the rate of its exchange. */
function worthOf({ fee_amount, credit_currency, rate }: ReportedExchange): bigint {
  const fee = fee_amount ?? 0n;
  if (currencyOf(credit_currency)?.kind === "fiat") return fee;
  const price = parseRate(rate ?? "");
  return price === undefined ? 0n : (fee * price.digits) / 10n ** BigInt(price.scale + COIN_TO_FIAT);
}

function add(sums: Map<string, Sum>, exchange: ReportedExchange, timezone: string): void {
  const { credit_currency: currency, debit_currency } = exchange;
  const date = localDay(exchange.created_at, timezone);
  const fiat = currencyOf(currency)?.kind === "fiat" ? currency : debit_currency;
  const key = [date, currency, fiat].join(" ");
  const sum = sums.get(key) ?? { date, currency, fiat, exchanges: 0, fees: 0n, worth: 0n };
  sums.set(key, sum);
  sum.exchanges += 1;
  sum.fees += exchange.fee_amount ?? 0n;
  sum.worth += worthOf(exchange);
}

/** What of an amount is tax that it includes, rounded half up. @param percent whole percent */
const taxIn = (units: bigint, percent: bigint): bigint =>
  (2n * units * percent + (100n + percent)) / (2n * (100n + percent));

/**
 * The fees of each local day, by currency, with the GST that is in them. They add up to what `house:fees` gained. Exchanges are read a
 * piece at a time.
 */
export async function feesReport(
  services: Pick<Services, "config" | "database">,
  input: z.output<typeof reportInput>,
): Promise<FeesReport> {
  const { GST_PERCENT, brand } = services.config;
  const period = periodOf(services, input);
  const sums = new Map<string, Sum>();
  for (let after: string | undefined; ;) {
    const piece = await walkExchanges(services.database.read, period, after, PIECE);
    for (const exchange of piece) add(sums, exchange, period.days.timezone);
    after = piece.at(-1)?.id;
    if (piece.length < PIECE) break;
  }
  const rows = [...sums]
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
  const lines = rows.map((row) =>
    csvLine(COLUMNS.map((name) => (row[name] === null ? null : String(row[name])))),
  );
  return { ...period.days, rows, csv: [csvLine(COLUMNS), ...lines].join("") };
}
