import type { SelectHTMLAttributes, ReactNode } from "react";
import { FieldShell } from "./field.tsx";
import { ChevronIcon } from "./icons.tsx";
import styles from "./select-field.module.css";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "id" | "className" | "onChange"
> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly options: readonly SelectOption[];
  /** An empty first choice, shown until something is chosen. */
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/**
 * A labelled choice: the platform's own select, which every keyboard, screen reader and phone knows. From
 * 786 px on, where the browser allows it, its list is drawn in the product's style, 160 px high at most; below,
 * it is the phone's own.
 */
export function SelectField({
  label,
  hint,
  error,
  options,
  placeholder,
  onChange,
  ...select
}: SelectFieldProps) {
  return (
    <FieldShell label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles["control"]}>
          <select
            {...select}
            {...control}
            className={styles["select"]}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronIcon size={18} />
        </span>
      )}
    </FieldShell>
  );
}
