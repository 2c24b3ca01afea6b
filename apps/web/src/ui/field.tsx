import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from "react";
import { classNames } from "./class-names.ts";
import { AlertIcon, DoneIcon } from "./icons.tsx";
import { useStillWhilePressed } from "./pointer-press.ts";
import styles from "./field.module.css";

/** Props that {@link FieldShell} hands to the control inside it. */
interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

/** Props of every labelled field. */
export interface FieldProps {
  readonly label: ReactNode;
  /** Help that is always shown under the field. */
  readonly hint?: ReactNode;
  /** The field's error; it is shown until corrected. */
  readonly error?: string | undefined;
  /** Shows the marker of a valid value; the error shows that of an invalid one. */
  readonly valid?: boolean | undefined;
  /** Shown inside the field at its end: a currency, a button. */
  readonly end?: ReactNode;
  /** Shown at the end of the label's line. */
  readonly aside?: ReactNode;
}

interface FieldShellProps extends FieldProps {
  /** For amounts: large tabular figures. */
  readonly large?: boolean;
  readonly className?: string | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

/**
 * Label, frame, hint, error and marker around any control. The control gets its id and descriptions from here. The
 * verdict never changes between the two ends of a click, so that no message moves away what is being pressed.
 */
export function FieldShell({
  label,
  hint,
  error: latestError,
  valid: latestValid = false,
  end,
  aside,
  large = false,
  className,
  children,
}: FieldShellProps) {
  const id = useId();
  const error = useStillWhilePressed(latestError);
  const valid = useStillWhilePressed(latestValid);
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const errorId = error === undefined ? undefined : `${id}-error`;
  const describedBy = [errorId, hintId].filter((part) => part !== undefined).join(" ");
  return (
    <div className={classNames(styles["field"], className)}>
      <div className={styles["top"]}>
        <label className={styles["label"]} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      <div
        className={classNames(
          styles["frame"],
          large && styles["large"],
          error !== undefined && styles["invalid"],
        )}
      >
        {children({
          id,
          "aria-describedby": describedBy === "" ? undefined : describedBy,
          "aria-invalid": error === undefined ? undefined : true,
        })}
        {error === undefined && valid && (
          <span className={styles["valid"]}>
            <DoneIcon />
            <span className="visually-hidden">Valid</span>
          </span>
        )}
        {end}
      </div>
      {error !== undefined && (
        <p id={errorId} className={styles["error"]}>
          <AlertIcon size={16} />
          <span>{error}</span>
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className={styles["hint"]}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** The class of an input that is inside a {@link FieldShell}. */
export const inputClass = styles["input"];

interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled line of text. */
export function TextField({
  label,
  hint,
  error,
  valid,
  end,
  aside,
  type = "text",
  ...input
}: TextFieldProps) {
  return (
    <FieldShell label={label} hint={hint} error={error} valid={valid} end={end} aside={aside}>
      {(control) => <input {...input} {...control} type={type} className={styles["input"]} />}
    </FieldShell>
  );
}
