/** A day on a bank statement as it happens: one payment is as it should be, eight are not. */
import { amountText } from "../amount-text.ts";
import { squeeze as squeezeReference } from "../bank-lines/match/find-reference.ts";

/** References of five deposits that were announced, with what was planned. */
export interface AnnouncedDay {
  /** Planned 2,000.00. */
  readonly exact: string;
  /** Planned 2,000.00; 1,990.00 comes. */
  readonly short: string;
  /** Planned 1,500.00; the bank cuts its reference to nine characters. */
  readonly cut: string;
  /** Planned 750.00; one letter is wrong. */
  readonly wrong: string;
}

/** Balance of the account before the day's nine lines; they leave 60,840.00. */
export const OPENING_CENTS = 5_386_250n;

/** Lines as Australian banks export them: date, amount, text, balance. */
export function statementOf(
  rows: readonly (readonly [cents: bigint, text: string])[],
  day: string,
  opening: bigint,
): string {
  let balance = opening;
  const lines = rows.map(([cents, text]) => {
    balance += cents;
    return `${day},"${amountText(cents, "AUD")}","${text}","${amountText(balance, "AUD")}"`;
  });
  return `${lines.join("\r\n")}\r\n`;
}

/** The day: it closes 6,977.50 above where it opened. */
export function nineLineDay(
  { exact, short, cut, wrong }: AnnouncedDay,
  payer: string,
  day = "22/11/2026",
): string {
  const bare = squeezeReference(wrong);
  const letter = bare[2] === "A" ? "B" : "A";
  const rows: readonly (readonly [cents: bigint, text: string])[] = [
    [200_000n, `DIRECT CREDIT ${payer} ${exact}`],
    [199_000n, `OSKO ${payer} ${short}`],
    [50_000n, `OSKO ${payer} ${exact} AGAIN`],
    [150_000n, `TRANSFER ${payer} ${squeezeReference(cut).slice(0, 9)}`],
    [75_000n, `PAYMENT${bare.slice(0, 2)}${letter}${bare.slice(3)} ${payer}`],
    [1_500_000n, "DIRECT CREDIT ACME TRADING PTY LTD INVOICE 77"],
    [-1_500_000n, "TRANSFER TO ACME TRADING PTY LTD"],
    [25_000n, "CASH DEPOSIT BRANCH 1042"],
    [-1_250n, "ACCOUNT FEE"],
  ];
  return statementOf(rows, day, OPENING_CENTS);
}
