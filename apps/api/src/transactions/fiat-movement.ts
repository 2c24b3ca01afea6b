import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { parseAmount, type Amount } from "@wattle/exchange-core/amount";
import type { Currency } from "@wattle/exchange-core/currency";
import { offeredCurrency, type MarketCurrency } from "@wattle/contracts/markets";
import { AMOUNT_TEXTS } from "@wattle/contracts/amount-texts";
import { DomainError } from "@wattle/contracts/errors";
import type { FiatMovement } from "@wattle/contracts/fiat-movement";
import { countryOf } from "../markets/list-currencies.ts";
import type { Services } from "../services.ts";
import type { SignedInUser } from "../access/admission.ts";

/** Amount of a deposit or withdrawal: above zero, in a fiat currency the customer may use. */
export interface FiatAmount {
  readonly currency: MarketCurrency;
  readonly amount: Amount;
}

/** An amount of a request. @throws DomainError `validation_failed` at the field */
export function amountOf(text: string, currency: Currency, field: string): Amount {
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw DomainError.at(field, "validation_failed", AMOUNT_TEXTS[parsed.problem]);
  return parsed.amount;
}

/**
 * Reads the amounts of a deposit or withdrawal, whose debit (if it is given) is the credit once more: both are free
 * of charge.
 * @throws DomainError `currency_inactive`, `pair_unsupported`, `debit_mismatch`, `amount_below_minimum`, in this order
 */
export async function readFiatMovement(
  services: Pick<Services, "markets">,
  user: SignedInUser,
  { balance, debit, debit_currency }: FiatMovement,
): Promise<FiatAmount> {
  const code = balance.credit_currency;
  const currency = offeredCurrency(await services.markets(), code, countryOf(user));
  if (currency?.kind !== "fiat") {
    throw DomainError.at("balance.credit_currency", "currency_inactive");
  }
  if (typeof debit_currency === "string" && debit_currency !== code) {
    throw DomainError.at("debit_currency", "pair_unsupported");
  }
  const amount = amountOf(balance.credit, currency, "balance.credit");
  if (typeof debit === "string" && amountOf(debit, currency, "debit") !== amount) {
    throw DomainError.at("debit", "debit_mismatch", OWN_MESSAGES.amountsDiffer);
  }
  if (amount <= 0n) throw DomainError.at("balance.credit", "amount_below_minimum", OWN_MESSAGES.notAboveZero);
  return { currency, amount };
}
