import { parseAmount, toAmount, type Amount } from "@wattle/exchange-core/amount";
import { checkAmount } from "@wattle/exchange-core/check-amount";
import {
  prepareConversion,
  priceBreakdown,
  type Conversion,
  type PriceBreakdown,
} from "@wattle/exchange-core/convert";
import type { Currency } from "@wattle/exchange-core/currency";
import { parseFeePercent } from "@wattle/exchange-core/fee";
import { parseRate } from "@wattle/exchange-core/rate";
import { DomainError } from "@wattle/contracts/errors";
import { currencyOf } from "@wattle/contracts/markets";
import type { ExchangeInput } from "@wattle/contracts/exchange";
import { balancesOf } from "@wattle/db/balances";
import type { Quote } from "../signed-quotes/quote.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";

/** Figures of an exchange at its quote. */
export interface Price {
  readonly quote: Quote;
  readonly from: Currency;
  readonly to: Currency;
  readonly credit: Amount;
  readonly fee: Amount;
  readonly debit: Amount;
}

/** Processes of one installation may read clocks that are so far apart, milliseconds. */
export const CLOCK_TOLERANCE = 2000;

/** @throws DomainError `quote_invalid` for one from the future, `quote_expired` */
export function checkHeld({ clock }: Pick<Services, "clock">, quote: Quote): void {
  const now = clock.now();
  if (quote.issuedAt > now + CLOCK_TOLERANCE) throw DomainError.at("hash", "quote_invalid");
  if (now >= quote.expiresAt) throw DomainError.at("hash", "quote_expired");
}

function knownCurrency(code: string): Currency {
  const currency = currencyOf(code);
  if (currency === undefined) throw new DomainError("currency_inactive");
  return currency;
}

function amountOf(text: string, currency: Currency, field: string): Amount {
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw DomainError.at(field, "validation_failed");
  return parsed.amount;
}

/**
 * Figures of the payload at the quoted rate.
 * @throws DomainError `quote_invalid`, `quote_expired`, `debit_mismatch`, `amount_below_minimum`,
 *   `amount_above_maximum`, in this order
 */
export async function priceExchange(
  services: Pick<Services, "database" | "clock" | "signingKeys">,
  user: SignedInUser,
  input: ExchangeInput,
): Promise<Price> {
  const { credit: creditText, credit_currency } = input.balance;
  const quote = await services.signingKeys.read(input.hash);
  if (
    quote === undefined ||
    quote.subject !== user.id ||
    quote.creditCurrency !== credit_currency ||
    quote.debitCurrency !== input.debit_currency
  ) {
    throw DomainError.at("hash", "quote_invalid");
  }
  checkHeld(services, quote);
  const from = knownCurrency(credit_currency);
  const to = knownCurrency(input.debit_currency);
  const rate = parseRate(quote.rate);
  const fee = parseFeePercent(quote.fee);
  if (rate === undefined || fee === undefined) throw DomainError.at("hash", "quote_invalid");
  const credit = amountOf(creditText, from, "balance.credit");
  const price = breakdownOf(credit, prepareConversion({ from, to, rate, fee }));
  if (price === undefined || amountOf(input.debit, to, "debit") !== price.debit) {
    throw DomainError.at("debit", "debit_mismatch");
  }
  // The balance is only read for the text of a refusal; funds are judged by the ledger itself.
  if (checkAmount({ ...limitsOf(quote, from), credit: price.credit, balance: undefined }) !== undefined) {
    throw await amountRefusal(services, user, { quote, from, credit: price.credit });
  }
  return { quote, from, to, credit: price.credit, fee: price.fee, debit: price.debit };
}

/** Undefined if the amount comes to more than any account can hold, which no payload's `debit` can equal. */
function breakdownOf(credit: Amount, conversion: Conversion): PriceBreakdown | undefined {
  try {
    return priceBreakdown(credit, conversion);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const limitsOf = (quote: Quote, currency: Currency) => ({
  currency,
  min: amountOf(quote.min, currency, "hash"),
  max: amountOf(quote.max, currency, "hash"),
});

/** Why an amount cannot be exchanged, with the balance as it is now: beyond the quote's limits, or more than there is. */
export async function amountRefusal(
  { database }: Pick<Services, "database">,
  user: Pick<SignedInUser, "id">,
  { quote, from, credit }: Pick<Price, "quote" | "from" | "credit">,
): Promise<DomainError> {
  const units = (await balancesOf(database.read, user.id)).get(from.code) ?? 0n;
  const issue = checkAmount({ ...limitsOf(quote, from), credit, balance: toAmount(units, from) });
  if (issue === undefined) return DomainError.at("balance.credit", "insufficient_funds");
  const code = issue.code === "enter_amount" ? "validation_failed" : issue.code;
  return DomainError.at("balance.credit", code, issue.message);
}
