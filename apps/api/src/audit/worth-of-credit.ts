import { DomainError } from "@wattle/contracts/errors";
import { toAmount } from "@wattle/exchange-core/amount";
import type { Currency } from "@wattle/exchange-core/currency";
import { worthAtHome } from "../prices/worth-at-home.ts";
import type { Services } from "../services.ts";
import type { CountedCredit } from "./credit-limits.ts";

/** What a credit (smallest units) counts towards the limits of one person: "unknown" where there never was a price for it. */
export async function worthOfCredit(
  services: Pick<Services, "config" | "database" | "clock" | "rates">,
  units: bigint,
  currency: Currency,
): Promise<CountedCredit> {
  try {
    return (await worthAtHome(services, toAmount(units, currency), currency)).units;
  } catch (thrown) {
    if (thrown instanceof DomainError && thrown.code === "rate_unavailable") return "unknown";
    throw thrown;
  }
}
