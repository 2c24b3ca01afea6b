import type { Transaction } from "@wattle/contracts/history";
import { displayTime } from "@wattle/exchange-core/display";
import { STATUS_WORDS } from "./statuses.ts";
import { isVoid } from "./transaction-words.ts";
import styles from "./activity-lines.module.css";
import { activityWords } from "./activity-words.ts";

interface ActivityLinesProps {
  readonly row: Transaction;
  /** The classes of the two parts. */
  readonly what: string | undefined;
  readonly effect: string | undefined;
}

/** A transaction in two parts of two lines: what it was and when, and what it changed. */
export function ActivityLines({ row, what, effect }: ActivityLinesProps) {
  const words = activityWords(row);
  const state = row.status === "completed" ? "" : `${STATUS_WORDS[row.status].word}, `;
  return (
    <>
      <span className={what}>
        <strong>{words.title}</strong>
        <small>
          {state}
          <time dateTime={row.created_at}>{displayTime(Date.parse(row.created_at))}</time>
        </small>
      </span>
      <span className={effect}>
        {isVoid(row) ? (
          <span className={styles["void"]}>{words.effect}</span>
        ) : (
          <strong>{words.effect}</strong>
        )}
        <small>{words.counter}</small>
      </span>
    </>
  );
}
