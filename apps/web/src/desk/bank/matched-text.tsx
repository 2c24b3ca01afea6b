import type { BankLineRecord } from "../parts/answers.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./bank.module.css";
import { pieceOf, type Letters } from "./reference-piece.ts";

/** The bank's text, in which what the line is proposed by is bold and a wrong letter is marked. */
export function MatchedText({ line }: { readonly line: BankLineRecord }) {
  const { text } = line;
  const piece = pieceOf(line);
  if (piece === undefined) return <span className={styles["text"]}>{text}</span>;
  const { from, to, wrong } = piece;
  return (
    <span className={styles["text"]}>
      {text.slice(0, from)}
      <b>
        {text.slice(from, wrong ?? to)}
        {wrong !== undefined && (
          <>
            <mark className={styles["wrong"]}>{text[wrong]}</mark>
            {text.slice(wrong + 1, to)}
          </>
        )}
      </b>
      {text.slice(to)}
    </span>
  );
}

interface RowProps {
  readonly name: string;
  readonly letters: string;
  /** The places of the letters that differ. */
  readonly wrong: readonly number[];
  readonly tone: "sent" | "expected";
}

/** A reference, a box for each letter, in the groups it is read by. */
function Row({ name, letters, wrong, tone }: RowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={styles["letters"]}>
        {Array.from(letters, (letter, place) => (
          <span key={place} className={classNames(wrong.includes(place) && styles[tone])}>
            {letter}
          </span>
        ))}
      </dd>
    </div>
  );
}

/** The bank's text above the deposit's. */
export const ComparedLetters = ({ sent, expected, wrong }: Letters) => (
  <dl className={styles["compared"]}>
    <Row name="The bank sent" letters={sent} wrong={wrong} tone="sent" />
    <Row name="The deposit says" letters={expected} wrong={wrong} tone="expected" />
  </dl>
);
