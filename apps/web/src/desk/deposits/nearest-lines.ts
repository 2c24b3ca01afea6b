import { compareDecimals } from "@wattle/exchange-core/decimal";
import type { BankLineRecord, DepositRecord } from "../parts/answers.ts";
import { cameIn, isOpen } from "../parts/line-words.ts";
import { compareLetters, type Letters } from "../bank/reference-piece.ts";

/** A bank line that may be the money of a deposit. */
export interface NearLine {
  readonly line: BankLineRecord;
  readonly letters: Letters | undefined;
  /** Facts that agree with the deposit, or nearly do. */
  readonly alike: readonly string[];
}

const MOST = 3;
/** A shorter name is part of too many words. */
const SHORTEST_NAME = 3;
const POINTS = { own: 100, letters: 40, amount: 15, name: 10 } as const;
/** An amount or a name by itself shows no more than lines that still wait. */
const ENOUGH_IF_USED = POINTS.amount + POINTS.name;

/** The amount that a deposit waits for. */
export const expectedOf = ({ announced, credit }: Pick<DepositRecord, "announced" | "credit">): string =>
  announced ?? credit;

const isOf = ({ proposal, matched_id: matched }: BankLineRecord, { id }: DepositRecord): boolean =>
  matched === id || proposal?.deposit_id === id;

function lettersText({ wrong }: Letters): string {
  if (wrong.length === 0) return "Reference matches";
  return wrong.length === 1 ? "Reference off by one letter" : `Reference off by ${wrong.length} letters`;
}

/** How near a line is to a deposit. */
function near(line: BankLineRecord, deposit: DepositRecord): NearLine & { readonly points: number } {
  const written = `${line.text} ${line.payer ?? ""}`;
  const letters =
    compareLetters(written, deposit.reference) ??
    (deposit.bill_reference == null ? undefined : compareLetters(written, deposit.bill_reference));
  const isAmount = compareDecimals(line.amount, expectedOf(deposit)) === 0;
  const name = deposit.customer.last_name.toUpperCase();
  const isName = name.length >= SHORTEST_NAME && written.toUpperCase().includes(name);
  return {
    line,
    letters,
    alike: [
      ...(letters === undefined ? [] : [lettersText(letters)]),
      ...(isAmount ? ["Same amount"] : []),
      ...(isName ? ["Names the customer"] : []),
    ],
    points:
      (isOf(line, deposit) ? POINTS.own : 0) +
      (letters === undefined ? 0 : POINTS.letters - letters.wrong.length) +
      (isAmount ? POINTS.amount : 0) +
      (isName ? POINTS.name : 0),
  };
}

/** The bank lines that are most like the money of a deposit, the nearest first. */
export function nearestLines(lines: readonly BankLineRecord[], deposit: DepositRecord): readonly NearLine[] {
  const distinct = [...new Map(lines.map((line) => [line.id, line])).values()];
  return distinct
    .filter((line) => cameIn(line) && line.currency === deposit.credit_currency)
    .map((line) => near(line, deposit))
    .filter(({ line, points }) => points >= (isOpen(line) ? POINTS.name : ENOUGH_IF_USED))
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MOST);
}
