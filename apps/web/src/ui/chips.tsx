import styles from "./chips.module.css";

/** Value that one press fills in. */
interface Chip {
  readonly text: string;
  /** The value, if its text only names it. */
  readonly note?: string | undefined;
  readonly onPress: () => void;
  /** Whether it is what is filled in now. */
  readonly isOn?: boolean;
  readonly disabled?: boolean;
  /** The element that says why it is disabled. */
  readonly reasonId?: string | undefined;
}

interface ChipsProps {
  /** Name of the chips for assistive technology. */
  readonly legend: string;
  readonly chips: readonly Chip[];
}

/** A few usual values of a field, each filled in by a press. */
export function Chips({ legend, chips }: ChipsProps) {
  return (
    <fieldset className={styles["chips"]}>
      <legend className="visually-hidden">{legend}</legend>
      {chips.map(({ text, note, onPress, isOn, disabled, reasonId }) => (
        <button
          key={text}
          type="button"
          className={styles["chip"]}
          aria-pressed={isOn}
          disabled={disabled}
          aria-describedby={reasonId}
          onClick={onPress}
        >
          {text}
          {note !== undefined && <small>{note}</small>}
        </button>
      ))}
    </fieldset>
  );
}
