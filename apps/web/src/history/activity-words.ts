import { currencyOf } from "@wattle/contracts/markets";
import type { Transaction } from "@wattle/contracts/history";
import type { Gain } from "@wattle/contracts/portfolio";
import { isZero } from "@wattle/exchange-core/decimal";
import { displayDecimal, withMinus, withSign } from "@wattle/exchange-core/display";
import { isVoid } from "./transaction-words.ts";
import { amountText } from "../money/price-figures.ts";

/** A worth in a currency, for people: `17,724.05 AUD`. It may be more than an amount can be. */
export const worthText = (value: string, code: string): string => `${worthFigure(value, code)} ${code}`;

/** Only the figure: `17,724.05`. */
export const worthFigure = (value: string, code: string): string =>
  withMinus(displayDecimal(value, currencyOf(code)?.shownDecimals ?? 2));

/** With its sign, also if it is a gain: `+1.24%`, `−0.38%`. */
export const signedPercent = (percent: string): string => `${isZero(percent) ? percent : withSign(percent)}%`;

/** `+1,240.00`, `−12.00`; nothing has no sign. */
export function signedWorth(value: string, code: string): string {
  const figure = displayDecimal(value, currencyOf(code)?.shownDecimals ?? 2);
  return isZero(value) ? figure : withSign(figure);
}

/** `+1,240.00 AUD (0.50%)`. */
export const gainText = ({ amount, percent }: Gain, code: string): string =>
  `${signedWorth(amount, code)} ${code}${percent === null ? "" : ` (${withMinus(percent)}%)`}`;

export const currencyName = (code: string): string => currencyOf(code)?.full_name ?? code;

/** A share as people read it, from tenths of a percent: `64.8%`. */
export const shareText = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}%`;

/** A transaction in three texts: its title, its effect on the balance, and the amount given for it. */
export interface ActivityWords {
  readonly title: string;
  readonly effect: string;
  readonly counter: string;
}

const isCrypto = (code: string): boolean => currencyOf(code)?.kind === "crypto";

/** Columns of a transaction that are put into words. */
type Activity = Pick<
  Transaction,
  "transaction_type" | "status" | "credit" | "credit_currency" | "debit" | "debit_currency" | "note"
>;

export function activityWords(row: Activity): ActivityWords {
  const [given, got] = [
    amountText(row.credit, row.credit_currency),
    amountText(row.debit, row.debit_currency),
  ];
  switch (row.transaction_type) {
    case "exchange":
      return isCrypto(row.debit_currency)
        ? { title: `Bought ${row.debit_currency}`, effect: `+${got}`, counter: `−${given}` }
        : { title: `Sold ${row.credit_currency}`, effect: `+${got}`, counter: `−${given}` };
    case "deposit":
      return {
        title: `${row.status === "completed" ? "Deposited" : "Deposit of"} ${row.debit_currency}`,
        effect: row.status === "completed" ? `+${got}` : got,
        counter: row.credit_currency === row.debit_currency ? "" : `Paid ${given}`,
      };
    case "withdraw":
      return {
        title: `${row.status === "completed" ? "Withdrew" : "Withdrawal of"} ${row.credit_currency}`,
        effect: isVoid(row) ? given : `−${given}`,
        counter: "",
      };
    case "adjustment":
      return /[1-9]/.test(row.debit)
        ? { title: "Adjustment", effect: `+${got}`, counter: row.note ?? "" }
        : { title: "Adjustment", effect: `−${given}`, counter: row.note ?? "" };
  }
}
