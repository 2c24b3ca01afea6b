import { formatAmount, toAmount, type Amount } from "@wattle/exchange-core/amount";
import type { Currency, CurrencyKind } from "@wattle/exchange-core/currency";
import { ENTER_AMOUNT } from "@wattle/exchange-core/exchange-messages";
import { useState } from "react";
import { assumedCurrency } from "../markets/assumed-currency.ts";
import {
  editable,
  EMPTY_ENTRY,
  entryOf,
  formatted,
  readEntry,
  stepped,
  type AmountEntry,
} from "./amount-entry.ts";

/** Text of an amount field, and the message at it. */
export interface TypedAmount {
  readonly currency: Currency;
  readonly entry: AmountEntry;
  /** Decimal text at the currency's precision; undefined while the field holds no amount above zero. */
  readonly text: string | undefined;
  /** The message at the field; undefined while nothing is wrong or nothing was tried. */
  readonly error: string | undefined;
  readonly typed: (raw: string) => void;
  readonly entered: () => void;
  readonly left: () => void;
  readonly stepped: (direction: 1 | -1) => void;
  /** Sets an amount: Max, and what a draft held. */
  readonly set: (units: bigint) => void;
  /** Sets the message: the server's, or the one of a check before it. */
  readonly refuse: (message: string | undefined) => void;
  /** Judges the field as on submitting. @returns the message, undefined if it is fine */
  readonly judge: () => string | undefined;
}

/**
 * An amount as it is typed: the exchange form's rules, with the messages of this form's limits.
 * @param limit gives the message of an amount (smallest units) that is too small or too large
 * @param start what the field holds at first
 * @param kind what the currency is as long as it isn't known
 */
export function useTypedAmount(
  code: string,
  limit: (units: bigint) => string | undefined,
  start?: Amount,
  kind: CurrencyKind = "fiat",
): TypedAmount {
  const currency = assumedCurrency(code, kind);
  const [entry, setEntry] = useState<AmountEntry>(() =>
    start === undefined ? EMPTY_ENTRY : entryOf(start, currency),
  );
  const [error, setError] = useState<string>();

  const problemOf = ({ amount, problem }: AmountEntry): string | undefined => {
    if (problem !== undefined) return problem;
    if (amount === undefined) return ENTER_AMOUNT;
    return amount <= 0n ? "Enter an amount above zero" : limit(amount);
  };
  const { amount } = entry;
  return {
    currency,
    entry,
    text: amount === undefined || amount <= 0n ? undefined : formatAmount(amount, currency),
    error,
    typed: (raw) => {
      setEntry(readEntry(raw, currency));
      setError(undefined);
    },
    entered: () => setEntry(editable),
    left: () => {
      setEntry((before) => formatted(before, currency));
      if (entry.text !== "") setError(problemOf(entry));
    },
    stepped: (direction) => {
      setEntry((before) => stepped(before, direction, currency));
      setError(undefined);
    },
    set: (units) => {
      const next = entryOf(toAmount(units, currency), currency);
      setEntry(next);
      setError(problemOf(next));
    },
    refuse: setError,
    judge: () => {
      const found = problemOf(entry);
      setError(found);
      return found;
    },
  };
}
