import { Timeline as Mantine } from "@mantine/core";
import type { ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import { DoneIcon, StoppedIcon } from "../ui/icons.tsx";
import styles from "./timeline.module.css";

type StepState = "done" | "current" | "coming" | "stopped";

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

const MARKS: Readonly<Record<StepState, ReactNode>> = {
  done: <DoneIcon size={20} />,
  stopped: <StoppedIcon size={20} />,
  current: <span className={styles["dot"]} />,
  coming: <span className={styles["dot"]} />,
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
    // Mantine makes plain boxes that cannot be `ol` and `li`: the roles make a list of them. Not `unstyled`: it would hand
    // that on to the boxes as an attribute, and none of its styles is loaded.
    <Mantine
      classNames={{
        itemBullet: styles["mark"] ?? "",
        itemTitle: styles["title"] ?? "",
        itemContent: styles["detail"] ?? "",
      }}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="list"
      aria-label={label}
    >
      {steps.map(({ key, title, detail, state }) => (
        <Mantine.Item
          key={key}
          className={classNames(styles["step"], styles[state])}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="listitem"
          aria-current={state === "current" ? "step" : undefined}
          bullet={MARKS[state]}
          title={
            <>
              <span className="visually-hidden">{WORDS[state]}: </span>
              {title}
            </>
          }
        >
          {detail}
        </Mantine.Item>
      ))}
    </Mantine>
  );
}
