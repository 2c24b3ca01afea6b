import { formatFeePercent } from "@wattle/exchange-core/fee";
import type { CurrencyMaps } from "@wattle/contracts/currencies";
import type { ExchangeFee } from "@wattle/contracts/exchange";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../sessions/session.ts";

/** NGN is offered to customers whose country is Nigeria only. */
export const mayUseNaira = (user: Pick<SignedInUser, "default_country">): boolean =>
  user.default_country === "NG";

/** Whether `user` (null: a guest, who may ask a price) may use the currency. */
export const mayUse = (user: Pick<SignedInUser, "default_country"> | null, code: string): boolean =>
  code !== "NGN" || user === null || mayUseNaira(user);

/** All currencies by kind and code; NGN is left out for signed-in customers who are not Nigerian. */
export async function listOfferedCurrencies(
  services: Services,
  user: SignedInUser | null,
): Promise<CurrencyMaps> {
  const { currencies } = await services.referenceData();
  const maps: CurrencyMaps = { fiat: {}, crypto: {} };
  for (const currency of currencies.values()) {
    if (!mayUse(user, currency.code)) continue;
    maps[currency.kind][currency.code] = {
      full_name: currency.full_name,
      short_name: currency.code,
      active: currency.active,
    };
  }
  return maps;
}

/** Every pair's fee in percent; pairs with NGN only for those who may use it. */
export async function listFees(services: Services, user: SignedInUser | null): Promise<ExchangeFee[]> {
  const { fees } = await services.referenceData();
  return fees
    .filter((fee) => mayUse(user, fee.from) && mayUse(user, fee.to))
    .map((fee) => ({ currency_from: fee.from, currency_to: fee.to, amount: formatFeePercent(fee.percent) }));
}
