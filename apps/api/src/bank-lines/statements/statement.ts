import type { StatementFormat } from "@wattle/contracts/bank-lines";

/** What is read of a bank's statement, whatever its format. */

/** One line of a statement. Amounts are smallest units, below zero where money went out. */
export interface StatementLine {
  /** Where it begins in the file, from 1. */
  readonly line: number;
  /** `2026-11-22` */
  readonly bookedOn: string;
  readonly amount: bigint;
  /** What the bank says of it; may be empty. */
  readonly text: string;
  /** Empty where the bank names none; null where its format has no place for one. */
  readonly payer: string | null;
  /** What was on the account after it, where the file says so. */
  readonly balance: bigint | null;
  /** The cells that it was read from, where someone said which column has what. */
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
  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
    this.name = "BrokenStatement";
    this.line = line;
    this.reason = reason;
  }
}

export interface Statement {
  readonly lines: readonly StatementLine[];
  /** Lines that could not be read; the others could. */
  readonly refused: readonly Refusal[];
}

/** A statement with the format it was read as. */
export interface FormattedStatement extends Statement {
  readonly format: StatementFormat;
}

/** Whose statement it should be. */
export interface StatementAccount {
  readonly currency: string;
  readonly bsb: string | null;
  readonly account_number: string | null;
}

const digitsOf = (text: string): string => text.replaceAll(/[^0-9A-Za-z]/g, "").toUpperCase();

/**
 * Whether a file's name for an account can be this one: banks write a branch in front or not, an IBAN around, and zeros in front. An
 * account without a number is not compared.
 */
export function isSameAccount(written: string, { bsb, account_number }: StatementAccount): boolean {
  if (account_number === null) return true;
  const [named, own] = [digitsOf(written), digitsOf(account_number).replace(/^0+/, "")];
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
  if (written !== "" && written.toUpperCase() !== currency)
    throw new BrokenStatement(line, `This is in ${written.slice(0, 3)}, the account in ${currency}`);
}
