import { DomainError } from "@wattle/contracts/errors";
import { currencyOf } from "@wattle/contracts/markets";
import { toAmount } from "@wattle/exchange-core/amount";
import { worthAtHome } from "../prices/worth-at-home.ts";
import type { Services } from "../services.ts";
import type { MovedWorth } from "./people-needed.ts";

/**
 * Worth of smallest units of a currency towards the limits of one person: "unknown" if there never was a price for it.
 */
export async function worthOf(
  services: Pick<Services, "config" | "database" | "clock" | "rates">,
  units: bigint,
  code: string,
): Promise<MovedWorth> {
  const currency = currencyOf(code);
  if (currency === undefined) return "unknown";
  try {
    return (await worthAtHome(services, toAmount(units, currency), currency)).units;
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === "rate_unavailable") return "unknown";
    throw thrown;
  }
}
