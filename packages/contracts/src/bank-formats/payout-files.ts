/** How each country with bank accounts is paid. Apart from `formats.ts`, which forms load: only the server writes files. */
import { AUSTRALIAN_PAYOUTS } from "./australia-payouts.ts";
import { NEW_ZEALAND_PAYOUTS, NIGERIAN_PAYOUTS } from "./csv-payouts.ts";
import { isBankAccountCurrency, type BankAccountCurrency } from "./formats.ts";
import type { PayoutFormat } from "./payout-format.ts";

const PAYOUT_FORMATS: Readonly<Record<BankAccountCurrency, PayoutFormat>> = {
  AUD: AUSTRALIAN_PAYOUTS,
  NGN: NIGERIAN_PAYOUTS,
  NZD: NEW_ZEALAND_PAYOUTS,
};

/** How a currency is paid out; undefined if no bank format is known. */
export const payoutFormat = (currency: string): PayoutFormat | undefined =>
  isBankAccountCurrency(currency) ? PAYOUT_FORMATS[currency] : undefined;
