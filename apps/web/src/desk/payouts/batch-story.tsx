import { Panel } from "../../controls/panel.tsx";
import { Status } from "../../controls/status.tsx";
import { classNames } from "../../ui/class-names.ts";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";
import { actSentence } from "../parts/act-sentences.ts";
import { actorText, secondText } from "../parts/audit-words.ts";
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

/** The history of a batch: who did what, newest first. */
export function Story({ id }: { readonly id: string }) {
  const acts = trpc.ops.audit.list.useQuery({ subject: id, per_page: 20 }, SHOWN_IN_PLACE);
  const lines = acts.data?.data ?? [];
  if (lines.length === 0) return null;
  return (
    <Panel title="What was done">
      <ol aria-label="What was done" className={styles["story"]}>
        {lines.map((line) => (
          <li key={line.id}>
            <span>
              <strong>{actorText(line)}</strong> {actSentence(line).join(" ").trim()}
              {secondText(line)}
            </span>
            <span className={classNames(parts["muted"], styles["time"])}>{momentText(line.created_at)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
