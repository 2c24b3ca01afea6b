import { squeeze } from "./match/find-reference.ts";
import type { StatementLine } from "./statements/statement.ts";

type Said = Pick<StatementLine, "bookedOn" | "amount" | "text" | "payer">;

/** A line that was imported from another format. */
export interface KnownLine extends Said {
  readonly id: string;
  /** Null if it was not noted: the line can be of the same format, and another payment. */
  readonly format: string | null;
}

/** Relation of a line to one of another format: the same line, or only of its day and amount. */
export interface OtherFormat {
  readonly is: "same" | "like";
  readonly id: string;
}

/** As few letters and digits, or a single word, could be in any text. */
const TOO_SHORT = 6;
/** More lines of one day and amount are not compared: it would take too long, and be no surer. */
const MOST_ALIKE = 200;

/** A line in only letters and digits: its parts, and all in one. */
interface Words {
  readonly parts: readonly string[];
  readonly all: string;
  /** Enough to tell one line of a day and amount from another. */
  readonly tells: boolean;
}

function wordsOf({ text, payer }: Said): Words {
  const parts = [squeeze(text), squeeze(payer ?? "")];
  const words = `${text} ${payer ?? ""}`.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const tells = words.length > 1 && parts.join("").length > TOO_SHORT;
  return { parts, all: parts.join(" "), tells };
}

/** Whether one line has all that the other says. */
const saysAll = (whole: Words, { parts, tells }: Words): boolean =>
  tells && parts.every((part) => whole.all.includes(part));

const isSame = (a: Words, b: Words): boolean => saysAll(a, b) || saysAll(b, a);

const dayAndAmount = ({ bookedOn, amount }: Said): string => `${bookedOn} ${amount}`;

/**
 * Compares new lines of an account with those that another format had. Formats word a line in their own ways: it is surely the same one where day
 * and amount are equal and one of the two texts, with the payer's name, has the other. Each known line is one new line at most, so that two equal
 * payments stay two.
 * @returns what there is to say of a line; nothing for one that is only in this format
 */
export function judgeOtherFormat<Line extends Said>(
  lines: readonly Line[],
  known: readonly KnownLine[],
): ReadonlyMap<Line, OtherFormat> {
  const judged = new Map<Line, OtherFormat>();
  const left = Map.groupBy(
    known.map((each) => ({ ...each, words: wordsOf(each) })),
    dayAndAmount,
  );
  for (const line of lines) {
    const others = left.get(dayAndAmount(line)) ?? [];
    if (others.length === 0 || others.length > MOST_ALIKE) continue;
    const words = wordsOf(line);
    const place = others.findIndex((other) => other.format !== null && isSame(words, other.words));
    const [same] = place < 0 ? [] : others.splice(place, 1);
    if (same !== undefined) judged.set(line, { is: "same", id: same.id });
  }
  for (const line of lines) {
    const [other] = left.get(dayAndAmount(line)) ?? [];
    if (other !== undefined && !judged.has(line)) judged.set(line, { is: "like", id: other.id });
  }
  return judged;
}
