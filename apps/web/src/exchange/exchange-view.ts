import {
  checkAmount,
  displayAmount,
  feeOf,
  formatAmount,
  formatFeePercent,
  formatRate,
  priceBreakdown,
  toAmount,
  type Amount,
} from "@wattle/exchange-core";
import { currencyOf, limitsOf } from "@wattle/contracts/markets";
import type { Note, Side } from "../money/amount-action.ts";
import { limitTexts } from "../markets/limits.ts";
import { ENTER_AMOUNT } from "@wattle/exchange-core/exchange-messages";
import { currencyOfSide, exchangeable, type Confirmation, type ExchangeState } from "./exchange-state.ts";
import { quickSums, type QuickSum } from "../money/quick-sums.ts";
import type { PriceFigures, PriceTerms } from "../money/price-figures.ts";
import type { Quote } from "../money/quote.ts";

/** Shown until a rate gives the real limits; nothing is ever checked against them. */
const LIMITS_BEFORE_RATE = { min: "100.00", max: "1000000.00" };

/** The limits as they are shown next to the form. */
export function shownLimits(state: ExchangeState): { readonly min: string; readonly max: string } {
  if (state.limits === undefined) return LIMITS_BEFORE_RATE;
  const currency = currencyOfSide(state, "credit");
  const text = (amount: Amount): string => `${displayAmount(amount, currency)} ${currency.code}`;
  return { min: text(state.limits.min), max: text(state.limits.max) };
}

/**
 * Limits of a sale in the currency it is paid in: `100.00 to 100,000.00 AUD`.
 * @returns undefined for a purchase, whose limits are in that currency already
 */
export function limitsInMoney({ pair, limits }: ExchangeState): string | undefined {
  const money = limits === undefined ? undefined : currencyOf(pair.debit);
  const range = money?.kind === "fiat" ? limitsOf(money, "exchange") : undefined;
  if (money === undefined || range === undefined) return undefined;
  return `${displayAmount(range.min, money)} to ${displayAmount(range.max, money)} ${money.code}`;
}

/** The order in words: `Buy 0.00645044 BTC for 1,000.00 AUD.` Undefined while an amount is missing. */
export function orderText(state: ExchangeState): string | undefined {
  const { credit, debit } = state;
  if (credit.amount === undefined || debit.amount === undefined) return undefined;
  const [paid, got] = (["credit", "debit"] as const).map((side) => {
    const currency = currencyOfSide(state, side);
    return `${displayAmount(state[side].amount ?? toAmount(0n, currency), currency)} ${currency.code}`;
  });
  return currencyOfSide(state, "credit").kind === "crypto"
    ? `Sell ${paid} for ${got}.`
    : `Buy ${got} for ${paid}.`;
}

/** Multiples of the smallest exchange: once, 5 and 10 times. */
const QUICK_TENTHS = [10n, 50n, 100n] as const;

/** Round amounts of money: what is paid for a purchase, what is got for a sale. The code is left out if the field next to it has it. */
export function quickAmounts({ pair }: ExchangeState): {
  readonly side: Side;
  readonly amounts: readonly QuickSum[];
} {
  const side: Side = currencyOf(pair.credit)?.kind === "fiat" ? "credit" : "debit";
  const money = currencyOf(pair[side]);
  const sums = money === undefined ? [] : quickSums(money, QUICK_TENTHS);
  return {
    side,
    amounts:
      side === "credit" ? sums : sums.map(({ amount, text }) => ({ amount, text: `${text} ${pair[side]}` })),
  };
}

/**
 * Message at the credit field. Problems of an amount are shown once the pause after typing is over, so that no one is
 * corrected in the middle of a number.
 * @param balance what can be spent of the credit currency; undefined if it does not count
 */
export function creditNote(state: ExchangeState, balance: Amount | undefined): Note | undefined {
  if (state.missing && state.credit.text === "") return { text: ENTER_AMOUNT, tone: "error" };
  if (!state.settled) return undefined;
  if (state.credit.problem !== undefined) return { text: state.credit.problem, tone: "error" };
  if (state.note?.tone === "error") return state.note;
  const { amount: credit } = state.credit;
  if (credit === undefined || state.limits === undefined || state.rate.status === "failed") return state.note;
  const issue = checkAmount({ credit, currency: currencyOfSide(state, "credit"), ...state.limits, balance });
  return issue === undefined ? state.note : { text: issue.message, tone: "error" };
}

/** Message at the debit field: only that its text is no amount. */
export function debitNote(state: ExchangeState): Note | undefined {
  return state.settled && state.debit.problem !== undefined
    ? { text: state.debit.problem, tone: "error" }
    : undefined;
}

/** The specification's message of a failed lookup: while editing an amount, or while loading the limits. */
export function rateProblem(state: ExchangeState): string | undefined {
  if (state.rate.status !== "failed") return undefined;
  return state.rate.reason === "edit" ? "Wrong exchange rate" : "Error issuing exchange rate";
}

/** Obstacle that no typed amount can change, with its own line above the button: no network, or no rate. */
export function troubleOf(state: ExchangeState, online: boolean): string | undefined {
  return online ? rateProblem(state) : "You are offline. Reconnect to exchange.";
}

/** Why the typed amount can't be exchanged: its limit, as amounts are read. */
function amountReason(state: ExchangeState, balance: Amount | undefined): string {
  const { text, amount: credit } = state.credit;
  if (text === "") return "Enter an amount.";
  if (credit === undefined || state.limits === undefined) return "Enter a valid amount.";
  const currency = currencyOfSide(state, "credit");
  const { min, max } = state.limits;
  const shown = (amount: Amount): string => `${displayAmount(amount, currency)} ${currency.code}`;
  if (credit < min) return `The minimum is ${shown(min)}`;
  return credit > max || balance === undefined
    ? `The maximum is ${shown(max)}`
    : `Your balance is ${shown(balance)}`;
}

/** Why Exchange Now! is disabled; undefined when it is not. */
export function shutReason(
  state: ExchangeState,
  balance: Amount | undefined,
  online: boolean,
): string | undefined {
  const trouble = troubleOf(state, online);
  if (trouble !== undefined) return trouble;
  if (exchangeable(state, balance) !== undefined) return undefined;
  switch (state.rate.status) {
    case "none":
    case "loading":
      return "Getting the rate…";
    case "expired":
      return "Update the rate to continue.";
    case "held":
      if (state.debit.problem !== undefined) return "Check the amount you get.";
      return amountReason(state, balance);
  }
}

/**
 * Missing amount of the balance for the typed amount, as decimal text: a deposit must bring it.
 * @returns undefined if nothing is lacking, or where no deposit helps: in a coin, and above the largest exchange
 */
export function missingFunds(state: ExchangeState, balance: Amount | undefined): string | undefined {
  const { amount } = state.credit;
  if (balance === undefined || amount === undefined || amount <= balance) return undefined;
  if (!state.settled || state.limits === undefined) return undefined;
  if (limitTexts(state.pair.credit, "deposit") === undefined) return undefined;
  if (amount < state.limits.min || amount > state.limits.max) return undefined;
  const currency = currencyOfSide(state, "credit");
  return formatAmount(toAmount(amount - balance, currency), currency);
}

/** The quote whose price is shown: held, or just expired. */
export function shownQuote(state: ExchangeState): Quote | undefined {
  return state.rate.status === "held" || state.rate.status === "expired" ? state.rate.quote : undefined;
}

/** Whether the figures shown are only what they were: no exchange can be made at them. */
export const isStale = ({ rate }: ExchangeState, online: boolean): boolean =>
  rate.status === "expired" || !online;

/** Facts of a quote before an amount is typed. */
export function termsOf({ conversion }: Quote): PriceTerms {
  return {
    credit_currency: conversion.from.code,
    fee: formatFeePercent(conversion.fee),
    rate: formatRate(conversion.rate),
    debit_currency: conversion.to.code,
  };
}

/** The figures of the full price at a quote. */
export function figuresAt(credit: Amount, quote: Quote): PriceFigures {
  const { conversion, spread } = quote;
  const price = priceBreakdown(credit, conversion);
  const spreadAmount = feeOf(price.converted, spread);
  return {
    ...termsOf(quote),
    credit: formatAmount(price.credit, conversion.from),
    fee_amount: formatAmount(price.fee, conversion.from),
    converted: formatAmount(price.converted, conversion.from),
    debit: formatAmount(price.debit, conversion.to),
    ...(spreadAmount > 0n && {
      spread: { percent: formatFeePercent(spread), amount: formatAmount(spreadAmount, conversion.from) },
    }),
  };
}

/**
 * The price of an amount no one has typed, to show what comes: of the smallest power of ten that is well above the
 * smallest exchange. Undefined once there is an amount, and while there is no rate.
 */
export function exampleFigures(state: ExchangeState): PriceFigures | undefined {
  const { limits, credit, debit } = state;
  const quote = shownQuote(state);
  if (quote === undefined || limits === undefined || credit.text !== "" || debit.text !== "")
    return undefined;
  let units = 1n;
  while (units < 5n * limits.min) units *= 10n;
  return units > limits.max ? undefined : figuresAt(toAmount(units, currencyOfSide(state, "credit")), quote);
}

/** The figures that are confirmed, and that the server is sent. */
export function figuresOf(confirmation: Confirmation): PriceFigures {
  return figuresAt(confirmation.price.credit, confirmation.quote);
}
