import { NativeSelect, type NativeSelectProps } from "@mantine/core";
import { ChevronIcon } from "../ui/icons.tsx";
import type { FieldProps } from "../ui/field.tsx";
import { useMantineField } from "./field.tsx";
import styles from "./select-field.module.css";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps
  extends
    Pick<FieldProps, "label" | "hint" | "error">,
    Pick<NativeSelectProps, "name" | "value" | "autoComplete" | "required"> {
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
  const field = useMantineField({ label, hint, error });
  return (
    <NativeSelect
      {...select}
      {...field}
      classNames={{
        ...field.classNames,
        input: styles["select"] ?? "",
        section: styles["chevron"] ?? "",
      }}
      rightSection={<ChevronIcon size={18} />}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
