import type { StatementColumns, StatementFormat } from "@wattle/contracts/bank-lines";
import { currencyRefusal, isCurrency } from "./amounts.ts";
import { refuse, type Read } from "./read.ts";

/** A bank's statement as it is read, whatever its format. */

/** One line of a statement. Amounts are smallest units, below zero if money went out. */
export interface StatementLine {
  /** Its first line in the file, from 1. */
  readonly line: number;
  /** `2026-11-22` */
  readonly bookedOn: string;
  readonly amount: bigint;
  /** The bank's text about it; may be empty. */
  readonly text: string;
  /** Empty if the bank names none; null if its format has no place for one. */
  readonly payer: string | null;
  /** Balance of the account after it, if the file says so. */
  readonly balance: bigint | null;
  /** The bank's own identifier of the payment, if it gives one. */
  readonly bankId?: string;
  /** The cells that it was read from, if someone said which column has what. */
  readonly cells?: readonly string[];
}

/** Something that cannot be read, and where. */
export interface Refusal {
  readonly line: number;
  readonly reason: string;
}

/** The file is not what it should be: nothing of it is read. */
export class BrokenStatement extends Error implements Refusal {
  readonly line: number;
  readonly reason: string;
  /** Why, with the lines that were refused before. */
  readonly refused: readonly Refusal[];
  constructor(line: number, reason: string, before: readonly Refusal[] = []) {
    super(`line ${line}: ${reason}`);
    this.name = "BrokenStatement";
    this.line = line;
    this.reason = reason;
    this.refused = [...before, { line, reason }];
  }
}

/** A file with more bad lines is read wrongly, or is none of ours. */
const MOST_REFUSALS = 100;
/** An import of so many lines takes minutes; banks let us download fewer at once. */
export const MOST_LINES = 100_000;

/** Adds a line that cannot be read. @throws BrokenStatement if there are too many of them */
export function addRefusal(refused: Refusal[], refusal: Refusal): void {
  if (refused.length === MOST_REFUSALS)
    throw new BrokenStatement(
      refusal.line,
      `More than ${MOST_REFUSALS} lines can't be read: nothing was imported`,
      refused,
    );
  refused.push(refusal);
}

/** @throws BrokenStatement at the first line that is too many */
export function checkLineCount(lines: readonly { readonly line: number }[], most = MOST_LINES): void {
  const [first] = lines.slice(most, most + 1);
  if (first !== undefined)
    throw new BrokenStatement(first.line, "There are more than 100,000 lines: split the file");
}

export interface Statement {
  readonly lines: readonly StatementLine[];
  /** Lines that could not be read; the others could. */
  readonly refused: readonly Refusal[];
  /** The account's balance after all its lines, if the file says so. */
  readonly closing: bigint | null;
}

/** A statement with the format it was read as. */
export interface FormattedStatement extends Statement {
  readonly format: StatementFormat;
}

/** Account that the statement should be of. */
export interface StatementAccount {
  readonly currency: string;
  readonly bsb: string | null;
  readonly account_number: string | null;
}

/** All that decides how a file is read, next to its text. */
export interface StatementSettings {
  readonly account: StatementAccount;
  /** Moments count for the day that they are in here, such as `Australia/Sydney`. */
  readonly timeZone: string;
  /** The day it is there, `2026-11-22`. */
  readonly today: string;
  /** Settings of the account's CSV files. */
  readonly columns?: StatementColumns | undefined;
}

const digitsOf = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, "").toUpperCase();

/** Characters that banks write for digits that they don't show. */
const MASK = /[xX*•#]{2,}/;

/**
 * Whether a file's name for an account can be this one: banks write a branch in front or not, an IBAN around, and zeros in front, and mask
 * all but a few digits. An account without a number is not compared.
 */
export function isSameAccount(written: string, { bsb, account_number }: StatementAccount): boolean {
  if (account_number === null) return true;
  const own = digitsOf(account_number).replace(/^0+/, "");
  if (MASK.test(written)) {
    const shown = written.split(MASK).map(digitsOf);
    const [start = "", end = ""] = [shown[0], shown.at(-1)];
    const whole = digitsOf(bsb ?? "") + own;
    return own.endsWith(end) && [own, whole, digitsOf(account_number)].some((each) => each.startsWith(start));
  }
  const named = digitsOf(written);
  if (named === "") return true;
  if (!named.endsWith(own)) return false;
  const before = named.slice(0, named.length - own.length).replace(/0+$/, "");
  const branch = digitsOf(bsb ?? "").replace(/0+$/, "");
  // Only zeros, the branch, or an IBAN's country, check digits and bank, in front.
  return before === "" || branch === "" || before.endsWith(branch) || /^[A-Z]{2}\d\d/.test(before);
}

/** @throws BrokenStatement for the statement of another account */
export function requireAccount(written: string, account: StatementAccount, line: number): void {
  if (!isSameAccount(written, account))
    throw new BrokenStatement(line, "This is the statement of another account");
}

/** @throws BrokenStatement for another currency; one that is not said is the account's */
export function requireCurrency(written: string, { currency }: StatementAccount, line: number): void {
  if (!isCurrency(written, currency)) throw new BrokenStatement(line, currencyRefusal(written, currency));
}

type Direction = "in" | "out";

/** A file's words about an amount besides its sign. */
export interface Said {
  /** Certain direction. */
  readonly direction?: Direction | undefined;
  /** Likely direction: `FEE`, which can be a fee given back. */
  readonly hint?: Direction | undefined;
}

/** How a file's amounts have their directions. */
export interface Signs {
  /** Some amount has a minus or a plus. */
  readonly areSigned: boolean;
  /** Something that went out has neither. */
  readonly areLeftOut: boolean;
}

/** @param amounts all of a file's, with what it says of each */
export const signsOf = (amounts: readonly { readonly amount: bigint; readonly said: Said }[]): Signs => ({
  areSigned: amounts.some(({ amount }) => amount < 0n),
  areLeftOut: amounts.some(({ amount, said }) => amount > 0n && (said.direction ?? said.hint) === "out"),
});

/** An amount with the minus that its file says with other means. Refused unless it's sure to have come in, or gone out. */
export function directed(
  amount: bigint,
  { direction, hint }: Said,
  { areSigned, areLeftOut }: Signs,
): Read<bigint> {
  const isContrary = amount < 0n ? direction === "in" : direction === "out" && areSigned;
  if (isContrary) return refuse("The amount's sign and its type contradict each other");
  if (direction === "out" && amount > 0n) return { ok: true, value: -amount };
  if (direction === undefined && amount > 0n && !areSigned && areLeftOut && hint !== "in")
    return refuse("Nothing says whether it came in or went out");
  return { ok: true, value: amount };
}
