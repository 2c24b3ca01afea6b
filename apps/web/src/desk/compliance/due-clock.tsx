import { classNames } from "../../ui/class-names.ts";
import parts from "../parts/parts.module.css";
import { shareUsed } from "../parts/queue-due.ts";
import { dueText } from "./case-words.ts";
import styles from "./compliance.module.css";

interface DueClockProps {
  readonly opened: string;
  readonly due: string;
  readonly now: number;
}

/** The clock of something that is due: the time left, and a ring of the time used. */
export function DueClock({ opened, due, now }: DueClockProps) {
  const { kind, word } = dueText({ opened, due }, now);
  const used = Math.min(1, shareUsed({ oldest_at: opened, due_at: due }, now));
  return (
    <span className={classNames(parts["whole"], styles["due"])} data-late={kind}>
      <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
        <circle cx="9" cy="9" r="7" />
        <circle data-used cx="9" cy="9" r="7" pathLength="1" strokeDasharray={`${used} 1`} />
      </svg>
      {word}
    </span>
  );
}
