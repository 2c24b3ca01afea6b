import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { DoneIcon, StoppedIcon } from "./icons.tsx";
import styles from "./timeline.module.css";

export type StepState = "done" | "current" | "coming" | "stopped";

export interface TimelineStep {
  readonly key: string;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly state: StepState;
}

const WORDS: Readonly<Record<StepState, string>> = {
  done: "Done",
  current: "Now",
  coming: "Next",
  stopped: "Stopped",
};

/** Steps one after the other, each with its real state. */
export function Timeline({
  steps,
  label,
}: {
  readonly steps: readonly TimelineStep[];
  readonly label: string;
}) {
  return (
    <ol className={styles["timeline"]} aria-label={label}>
      {steps.map(({ key, title, detail, state }) => (
        <li
          key={key}
          className={classNames(styles["step"], styles[state])}
          aria-current={state === "current" ? "step" : undefined}
        >
          <span className={styles["mark"]} aria-hidden="true">
            {state === "done" && <DoneIcon size={20} />}
            {state === "stopped" && <StoppedIcon size={20} />}
            {(state === "current" || state === "coming") && <span className={styles["dot"]} />}
          </span>
          <div>
            <p className={styles["title"]}>
              <span className="visually-hidden">{WORDS[state]}: </span>
              {title}
            </p>
            {detail !== undefined && <p className={styles["detail"]}>{detail}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
