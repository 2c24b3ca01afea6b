import { DomainError } from "@wattle/contracts/errors";
import { currencyOf } from "@wattle/contracts/markets";
import { toAmount } from "@wattle/exchange-core/amount";
import { magnitude } from "@wattle/exchange-core/decimal";
import { amountText } from "../../amount-text.ts";
import { worthAtHome } from "../../prices/worth-at-home.ts";
import type { Services } from "../../services.ts";

/** The worth of smallest units in the home currency, with their sign; null if there never was a price. */
export async function signedWorth(
  services: Pick<Services, "config" | "database" | "clock" | "rates">,
  units: bigint,
  code: string,
): Promise<string | null> {
  const currency = currencyOf(code);
  if (currency === undefined) return null;
  try {
    const worth = await worthAtHome(services, toAmount(magnitude(units), currency), currency);
    return amountText(units < 0n ? -worth.units : worth.units, services.config.brand.markets.homeCurrency);
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === "rate_unavailable") return null;
    throw thrown;
  }
}
