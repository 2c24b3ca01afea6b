import { formatFeePercent } from "@wattle/exchange-core/fee";
import type { CurrencyMaps } from "@wattle/contracts/currencies";
import type { ExchangeFee } from "@wattle/contracts/exchange";
import { currencyRecord, type marketRecords } from "@wattle/contracts/market-inputs";
import { mayUse } from "@wattle/contracts/markets";
import type { z } from "zod";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";

/** Currencies for someone: a guest, who may ask every price, has no country. */
export const countryOf = (user: Pick<SignedInUser, "default_country"> | null): string | null =>
  user?.default_country ?? null;

/** All currencies by kind and code, without those that only the residents of another country may use. */
export async function listOfferedCurrencies(
  services: Pick<Services, "markets">,
  user: SignedInUser | null,
): Promise<CurrencyMaps> {
  const { currencies } = await services.markets();
  const maps: CurrencyMaps = { fiat: {}, crypto: {} };
  for (const currency of currencies) {
    if (!mayUse(currency, countryOf(user))) continue;
    const { full_name, short_name, active } = currency;
    maps[currency.kind][currency.code] = { full_name, short_name, active };
  }
  return maps;
}

/** The markets without currencies that only the residents of another country may use, and their pairs. */
export async function listOfferedMarkets(
  services: Pick<Services, "markets">,
  user: SignedInUser | null,
): Promise<z.input<typeof marketRecords>> {
  const markets = await services.markets();
  const currencies = markets.currencies.filter((currency) => mayUse(currency, countryOf(user)));
  const codes = new Set(currencies.map(({ code }) => code));
  return {
    currencies: currencies.map((currency) => currencyRecord.parse(currency)),
    pairs: markets.pairs.filter(({ from, to }) => codes.has(from) && codes.has(to)),
  };
}

/** The fee in percent of every pair that someone may use. */
export async function listFees(
  services: Pick<Services, "markets">,
  user: SignedInUser | null,
): Promise<ExchangeFee[]> {
  const markets = await services.markets();
  const usable = (code: string): boolean => {
    const currency = markets.currency(code);
    return currency !== undefined && mayUse(currency, countryOf(user));
  };
  return markets.pairs
    .filter(({ active, from, to }) => active && usable(from) && usable(to))
    .map(({ from, to, percent }) => ({
      currency_from: from,
      currency_to: to,
      amount: formatFeePercent(percent),
    }));
}
