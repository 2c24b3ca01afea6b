import { formatAmount, toAmount } from "@wattle/exchange-core/amount";
import { balancesOf } from "@wattle/db/balances";
import type { Database } from "@wattle/db/database";
import { mayUse } from "@wattle/contracts/markets";
import type { Services } from "../services.ts";

/**
 * Spendable balances of the customer: every active currency the customer may use, and any other that holds something.
 * Decimal text at the currency's precision, zero as `0.00`.
 */
export async function readBalances(
  services: Pick<Services, "markets"> & { readonly database: Pick<Database, "read"> },
  user: { readonly id: string; readonly default_country: string },
): Promise<Record<string, string>> {
  const [{ currencies }, held] = await Promise.all([
    services.markets(),
    balancesOf(services.database.read, user.id),
  ]);
  const balances: Record<string, string> = {};
  for (const currency of currencies) {
    const units = held.get(currency.code) ?? 0n;
    const isOffered = currency.active && mayUse(currency, user.default_country);
    if (units === 0n && !isOffered) continue;
    balances[currency.code] = formatAmount(toAmount(units, currency), currency);
  }
  return balances;
}
