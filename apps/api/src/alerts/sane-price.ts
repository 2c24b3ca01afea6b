import { compareRates, type Rate } from "@wattle/exchange-core/rate";
import type { AlertDirection } from "@wattle/contracts/alerts";
import { RateUnavailableError } from "../prices/rate-service.ts";
import type { Services } from "../services.ts";

/** Current price of one coin, after the guard against wrong prices; undefined if there is no price. */
export async function priceNow(
  { rates }: Pick<Services, "rates">,
  symbol: string,
  currency: string,
): Promise<Rate | undefined> {
  try {
    return (await rates.current(symbol, currency)).bid;
  } catch (cause) {
    if (cause instanceof RateUnavailableError) return undefined;
    throw cause;
  }
}

/** Whether a price has reached what an alert waits for; at the very figure it has. */
export function hasReached(price: Rate, direction: AlertDirection, wanted: Rate): boolean {
  const order = compareRates(price, wanted);
  return direction === "above" ? order >= 0 : order <= 0;
}
