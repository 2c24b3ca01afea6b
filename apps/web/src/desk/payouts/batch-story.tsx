import { Status } from "../../controls/status.tsx";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { doneText } from "../parts/act-sentences.ts";
import { momentText } from "../parts/moment-text.ts";
import parts from "../parts/parts.module.css";
import styles from "../payees/payees.module.css";

/** A step of a batch: its name, when it was made, and what is said until then. */
export type Step = readonly [string, string | null, string];

interface StepsProps {
  readonly steps: readonly Step[];
  /** No further step follows. */
  readonly ended?: boolean;
}

/** How far a batch is. */
export function Steps({ steps, ended = false }: StepsProps) {
  const next = ended ? undefined : steps.find(([, at]) => at === null)?.[0];
  return (
    <ol aria-label="Steps" className={styles["steps"]}>
      {steps.map(([word, at, notYet]) => (
        <li
          key={word}
          className={at === null ? undefined : styles["past"]}
          aria-current={word === next ? "step" : undefined}
        >
          {at === null ? (
            <span className={styles["ahead"]}>{word}</span>
          ) : (
            <Status kind="done" quiet>
              {word}
            </Status>
          )}
          <span className={parts["muted"]}>{at === null ? word === next && notYet : momentText(at)}</span>
        </li>
      ))}
    </ol>
  );
}

/** The history of a batch: who did what. */
export function Story({ id }: { readonly id: string }) {
  const acts = trpc.ops.audit.list.useQuery({ subject: id, per_page: 20 }, SHOWN_IN_PLACE);
  return (
    <ol aria-label="What was done" className={styles["story"]}>
      {(acts.data?.data ?? []).map((line) => (
        <li key={line.id}>
          <span className={parts["muted"]}>{momentText(line.created_at)}</span> {doneText(line)}
        </li>
      ))}
    </ol>
  );
}
