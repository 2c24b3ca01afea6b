import { Progress } from "@mantine/core";
import { classNames } from "../ui/class-names.ts";
import styles from "./step-bar.module.css";

interface StepBarProps {
  readonly steps: number;
  /** How many of them are reached, the current one too. */
  readonly reached: number;
}

/** A bar with a part for each step. It is only for the eye: the screen says in words which step it is. */
export function StepBar({ steps, reached }: StepBarProps) {
  return (
    <Progress.Root unstyled className={styles["bar"]} aria-hidden="true">
      {Array.from({ length: steps }, (_, index) => (
        <Progress.Section
          key={index}
          value={100}
          withAria={false}
          className={classNames(styles["step"], index < reached && styles["reached"])}
        />
      ))}
    </Progress.Root>
  );
}
