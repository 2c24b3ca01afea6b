import { Checkbox as MantineCheckbox } from "@mantine/core";
import { useId, type ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import { errorText } from "./field.tsx";
import styles from "./choice.module.css";

interface CheckboxProps {
  readonly name: string;
  readonly label: ReactNode;
  /** Meaning of the tick, under the label. */
  readonly about?: ReactNode;
  readonly error?: string | undefined;
  /** The form's value of a ticked box. */
  readonly value?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly className?: string | undefined;
  /** A dialog that opens puts the focus there. */
  readonly "data-autofocus"?: true | undefined;
}

/** The tick is drawn by the style sheet. */
const NoIcon = () => null;

/** A labelled box to tick, 24 px wide; `--box-size` makes it another size. */
export function Checkbox({ label, about, error, onChange, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <MantineCheckbox
      {...input}
      id={id}
      label={label}
      description={about}
      error={error === undefined ? undefined : errorText(error)}
      aria-invalid={error === undefined ? undefined : true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      icon={NoIcon}
      unstyled
      classNames={{
        root: classNames(styles["choice"], className),
        body: styles["bare"] ?? "",
        inner: styles["inner"] ?? "",
        input: styles["input"] ?? "",
        labelWrapper: styles["bare"] ?? "",
        label: classNames(styles["label"], about === undefined && styles["alone"]),
        description: styles["about"] ?? "",
        error: styles["error"] ?? "",
      }}
    />
  );
}
