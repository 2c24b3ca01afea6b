import { formatAmount, toAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/exchange-core/currency";
import { balancesOf } from "@wattle/db/balances";
import { mayUse } from "../currencies/list-currencies.ts";
import type { Services } from "../services.ts";

/**
 * What the customer can spend: every active currency the customer may use, and any other that holds something.
 * Decimal text at the currency's precision, zero as `0.00`.
 */
export async function readBalances(
  services: Services,
  user: { readonly id: string; readonly default_country: string },
): Promise<Record<string, string>> {
  const [reference, held] = await Promise.all([
    services.referenceData(),
    balancesOf(services.database.read, user.id),
  ]);
  const balances: Record<string, string> = {};
  for (const offered of reference.currencies.values()) {
    const units = held.get(offered.code) ?? 0n;
    const currency = currencyOf(offered.code);
    if (currency === undefined || (units === 0n && !(offered.active && mayUse(user, offered.code)))) continue;
    balances[offered.code] = formatAmount(toAmount(units, currency), currency);
  }
  return balances;
}
