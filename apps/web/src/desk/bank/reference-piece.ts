import type { BankLineRecord } from "../parts/answers.ts";

/** A part of a text, from one place to before another, and the place of its wrong letter. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly wrong?: number;
}

/** A shorter beginning of a reference could be chance: the server finds none either. */
const SHORTEST_CUT = 8;
const LETTER = /[0-9A-Z]/i;

/** Place of the one letter that differs; undefined if none or more than one does. */
function onlyDifference(a: string, b: string): number | undefined {
  const places = Array.from(b).flatMap((letter, place) => (a[place] === letter ? [] : [place]));
  return places.length === 1 ? places[0] : undefined;
}

/**
 * The part of a bank's text that a line is proposed by: its reference, whatever case and dashes it is written with, with a wrong
 * letter, or only its beginning. Undefined if the text itself does not have it in one piece.
 */
export function pieceOf({ text, proposal }: Pick<BankLineRecord, "text" | "proposal">): Piece | undefined {
  if (proposal?.reference == null) return undefined;
  const bare = proposal.reference.replaceAll("-", "").toUpperCase();
  // The places of a text's letters, by which what is found without dashes and spaces is found with them.
  const places = Array.from({ length: text.length }, (_, at) => at).filter((at) =>
    LETTER.test(text[at] ?? ""),
  );
  const letters = places.map((at) => text[at]?.toUpperCase()).join("");
  const between = (first: number, length: number): Piece => ({
    from: places[first] ?? 0,
    to: (places[first + length - 1] ?? 0) + 1,
  });
  if (proposal.found_by === "exact") {
    const first = letters.indexOf(bare);
    return first < 0 ? undefined : between(first, bare.length);
  }
  if (proposal.found_by === "corrected") {
    for (let first = 0; first + bare.length <= letters.length; first++) {
      const other = onlyDifference(letters.slice(first, first + bare.length), bare);
      if (other !== undefined) return { ...between(first, bare.length), wrong: places[first + other] ?? 0 };
    }
  }
  if (proposal.found_by === "cut") {
    for (let length = bare.length - 1; length >= SHORTEST_CUT; length--) {
      const first = letters.indexOf(bare.slice(0, length));
      if (first >= 0) return between(first, length);
    }
  }
  return undefined;
}

/** The bank's text and the deposit's reference, letter by letter, and the places of the differences. */
export interface Letters {
  readonly sent: string;
  readonly expected: string;
  readonly wrong: readonly number[];
}

const bareText = (text: string): string => text.replaceAll(/[^0-9A-Z]/gi, "").toUpperCase();

/** The part of a text that is most like a reference; undefined if less than two thirds of the letters agree. */
export function compareLetters(text: string, reference: string): Letters | undefined {
  const [letters, expected] = [bareText(text), bareText(reference)];
  let best: Letters | undefined;
  for (let first = 0; first < letters.length; first++) {
    const sent = letters.slice(first, first + expected.length);
    const wrong = Array.from(expected, (_, place) => place).filter(
      (place) => sent[place] !== expected[place],
    );
    if (best === undefined || wrong.length < best.wrong.length) best = { sent, expected, wrong };
  }
  return best !== undefined && 3 * best.wrong.length <= expected.length ? best : undefined;
}

/** The letters of a reference that has a wrong one; undefined of any other. */
export const lettersOf = ({ text, proposal }: Pick<BankLineRecord, "text" | "proposal">) =>
  proposal?.found_by === "corrected" && proposal.reference !== null
    ? compareLetters(text, proposal.reference)
    : undefined;
