import { ChevronIcon } from "../ui/icons.tsx";
import styles from "./currency-select.module.css";

interface CurrencySelectProps {
  readonly label: string;
  readonly value: string;
  /** Codes in the order they are listed. */
  readonly codes: readonly string[];
  readonly onChange: (code: string) => void;
}

/**
 * The currency inside an amount field: the platform's own select, which every keyboard, screen reader and phone
 * knows. From 786 px on, where the browser allows it, its list is drawn in the product's style, 25rem high at most;
 * below, it is the phone's own.
 */
export function CurrencySelect({ label, value, codes, onChange }: CurrencySelectProps) {
  const listed = codes.includes(value) ? codes : [value, ...codes];
  return (
    <span className={styles["currency"]}>
      <select
        className={styles["select"]}
        translate="no"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {listed.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </select>
      <ChevronIcon size={16} />
    </span>
  );
}
