import { useId } from "react";
import { Checkbox } from "../../controls/checkbox.tsx";
import type { SelectOption } from "../../controls/select-field.tsx";
import styles from "./parts.module.css";

/** The options that a text has, in its order. */
export const tickedIn = (value: string): string[] => value.split(",").filter(Boolean);

interface TickFieldProps {
  readonly name: string;
  /** Options with commas between them. */
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  /** The focus begins there. */
  readonly begins: boolean;
}

/** Options of which several may be ticked, in the order of ticking. */
export function TickField({ name, value, label, hint, error, options, onChange, begins }: TickFieldProps) {
  const hintId = useId();
  const ticked = tickedIn(value);
  const tick = (option: string, isToBe: boolean): void =>
    onChange((isToBe ? [...ticked, option] : ticked.filter((each) => each !== option)).join(","));
  return (
    <fieldset className={styles["ticks"]} aria-describedby={hint === undefined ? undefined : hintId}>
      <legend className={styles["label"]}>{label}</legend>
      {hint !== undefined && (
        <p id={hintId} className={styles["muted"]}>
          {hint}
        </p>
      )}
      {options.map(({ value: option, label: says }, place) => (
        <Checkbox
          key={option}
          name={`${name}-${option}`}
          label={says}
          checked={ticked.includes(option)}
          onChange={(isToBe) => tick(option, isToBe)}
          error={place === options.length - 1 ? error : undefined}
          data-autofocus={(begins && place === 0) || undefined}
        />
      ))}
    </fieldset>
  );
}
