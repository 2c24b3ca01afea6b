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
const POINTS = { own: 100, letters: 40, amount: 15, fullName: 14, lastName: 10 } as const;
/** An amount or a name by itself shows no more than lines that still wait. */
const ENOUGH_IF_USED = POINTS.amount + POINTS.lastName;

/** The amount that a deposit waits for. */
export const expectedOf = ({ announced, credit }: Pick<DepositRecord, "announced" | "credit">): string =>
  announced ?? credit;

const isOf = ({ proposal, matched_id: matched }: BankLineRecord, { id }: DepositRecord): boolean =>
  matched === id || proposal?.deposit_id === id;

function lettersText({ wrong }: Letters): string {
  if (wrong.length === 0) return "Reference matches";
  return wrong.length === 1 ? "Reference off by one letter" : `Reference off by ${wrong.length} letters`;
}

/** The words of a text in capitals, with a space around each. */
const wordsOf = (text: string): string =>
  ` ${text
    .toUpperCase()
    .split(/[\s,.;:/]+/)
    .join(" ")
    .trim()} `;

/** How much of the customer's name a line has: banks often write only the first letter of a first name. */
function nameIn(written: string, { customer }: DepositRecord): "fullName" | "lastName" | undefined {
  const [text, first, last] = [written, customer.first_name, customer.last_name].map(wordsOf) as [
    string,
    string,
    string,
  ];
  if (last.trim().length < SHORTEST_NAME || !text.includes(last.trim())) return undefined;
  return first.trim() !== "" && text.includes(first) && text.includes(last) ? "fullName" : "lastName";
}

const NAME_WORDS = { fullName: "Full name", lastName: "Last name only" } as const;

/** How near a line is to a deposit. */
function near(line: BankLineRecord, deposit: DepositRecord): NearLine & { readonly points: number } {
  const written = `${line.text} ${line.payer ?? ""}`;
  const letters =
    compareLetters(written, deposit.reference) ??
    (deposit.bill_reference == null ? undefined : compareLetters(written, deposit.bill_reference));
  const isAmount = compareDecimals(line.amount, expectedOf(deposit)) === 0;
  const name = nameIn(written, deposit);
  return {
    line,
    letters,
    alike: [
      ...(letters === undefined ? [] : [lettersText(letters)]),
      ...(isAmount ? ["Same amount"] : []),
      ...(name === undefined ? [] : [NAME_WORDS[name]]),
    ],
    points:
      (isOf(line, deposit) ? POINTS.own : 0) +
      (letters === undefined ? 0 : POINTS.letters - letters.wrong.length) +
      (isAmount ? POINTS.amount : 0) +
      (name === undefined ? 0 : POINTS[name]),
  };
}

/** The bank lines that are most like the money of a deposit, the nearest first. */
export function nearestLines(lines: readonly BankLineRecord[], deposit: DepositRecord): readonly NearLine[] {
  const distinct = [...new Map(lines.map((line) => [line.id, line])).values()];
  return distinct
    .filter((line) => cameIn(line) && line.currency === deposit.credit_currency)
    .map((line) => near(line, deposit))
    .filter(({ line, points }) => points >= (isOpen(line) ? POINTS.lastName : ENOUGH_IF_USED))
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MOST);
}
