import { compareRates, type Rate } from "@wattle/exchange-core/rate";
import type { AlertDirection } from "@wattle/contracts/alerts";

/** Whether a price has reached what an alert waits for; at the very figure it has. */
export function hasReached(price: Rate, direction: AlertDirection, wanted: Rate): boolean {
  const order = compareRates(price, wanted);
  return direction === "above" ? order >= 0 : order <= 0;
}
