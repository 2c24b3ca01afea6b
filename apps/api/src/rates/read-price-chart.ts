import type { ChartRange } from "@wattle/contracts/chart-ranges";
import type { PriceChart } from "@wattle/contracts/rates";
import type { SignedInUser } from "../access/admission.ts";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import { checkPair } from "./list-rates.ts";

/**
 * Recorded prices of a coin over a range.
 * @throws DomainError `currency_inactive`, `pair_unsupported`
 */
export async function readPriceChart(
  services: Pick<Services, "config" | "markets" | "priceCharts">,
  user: SignedInUser | null,
  input: { readonly symbol: string; readonly in?: string | undefined; readonly range: ChartRange },
): Promise<PriceChart> {
  const { symbol, range, in: currency = services.config.brand.markets.homeCurrency } = input;
  await checkPair(services, user, symbol, currency);
  const { step, points } = await services.priceCharts.read({ symbol, currency }, range);
  return {
    symbol,
    in: currency,
    range,
    step,
    points: points.map(({ at, rate }) => ({ at: isoTime(at), rate: rate ?? null })),
  };
}
