import type { InputWrapperProps, InputWrapperStylesNames } from "@mantine/core";
import { useId, type ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import type { FieldProps } from "../ui/field.tsx";
import styles from "../ui/field.module.css";
import { AlertIcon, DoneIcon } from "../ui/icons.tsx";
import { useStillWhilePressed } from "../ui/pointer-press.ts";

/** An error's text with its sign, as Mantine's `error` takes it. */
export const errorText = (error: string): ReactNode => (
  <>
    <AlertIcon size={16} />
    <span>{error}</span>
  </>
);

/** Props of Mantine's inputs for a field's label, frame, hint, error and marker. */
interface MantineField extends Pick<
  InputWrapperProps,
  "label" | "description" | "error" | "withAsterisk" | "inputWrapperOrder" | "inputContainer"
> {
  readonly id: string;
  readonly rightSection: ReactNode;
  readonly classNames: Partial<Record<InputWrapperStylesNames | "wrapper" | "input" | "section", string>>;
  readonly unstyled: true;
}

/**
 * A field in Mantine's terms, in the look of `ui/field.tsx`. The verdict never changes between the two ends of a click, so
 * that no message moves away what is being pressed. An empty error only marks the field: its words are elsewhere.
 */
export function useMantineField({
  label,
  hint,
  error: latestError,
  valid: latestValid = false,
  end,
  aside,
}: FieldProps): MantineField {
  const id = useId();
  const error = useStillWhilePressed(latestError);
  const valid = useStillWhilePressed(latestValid);
  const marked = error === undefined && valid;
  return {
    id,
    label,
    description: hint,
    error: error === undefined ? undefined : error === "" || errorText(error),
    withAsterisk: false,
    inputWrapperOrder: ["label", "input", "error", "description"],
    inputContainer: (input) => (
      <>
        {aside !== undefined && <div className={styles["aside"]}>{aside}</div>}
        {input}
      </>
    ),
    rightSection: (marked || end !== undefined) && (
      <>
        {marked && (
          <span className={styles["valid"]}>
            <DoneIcon />
            <span className="visually-hidden">Valid</span>
          </span>
        )}
        {end}
      </>
    ),
    unstyled: true,
    classNames: {
      root: classNames(styles["field"], aside !== undefined && styles["withAside"]),
      label: styles["label"] ?? "",
      wrapper: classNames(styles["frame"], error !== undefined && styles["invalid"]),
      input: styles["input"] ?? "",
      section: styles["section"] ?? "",
      error: styles["error"] ?? "",
      description: styles["hint"] ?? "",
    },
  };
}
