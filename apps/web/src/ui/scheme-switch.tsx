import { useId } from "react";
import { MoonIcon, SunIcon, SystemIcon } from "./icons.tsx";
import { chooseScheme, paintedScheme, useSchemeChoice, type SchemeChoice } from "./theme/colour-scheme.ts";
import styles from "./scheme-switch.module.css";

const CHOICES: readonly {
  readonly value: SchemeChoice;
  readonly label: string;
  readonly Icon: typeof SunIcon;
}[] = [
  { value: "system", label: "System", Icon: SystemIcon },
  { value: "light", label: "Light", Icon: SunIcon },
  { value: "dark", label: "Dark", Icon: MoonIcon },
];

/** All three choices, for footers and menus. */
export function SchemeSwitch() {
  const choice = useSchemeChoice();
  const name = useId();
  return (
    <fieldset className={styles["switch"]}>
      <legend className="visually-hidden">Colours</legend>
      {CHOICES.map(({ value, label, Icon }) => (
        <label key={value} className={styles["choice"]}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={value}
            checked={choice === value}
            onChange={() => chooseScheme(value)}
          />
          <Icon size={18} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** One button that turns to the other scheme than the painted one. */
export function SchemeToggle() {
  return (
    <button
      type="button"
      className={styles["toggle"]}
      onClick={() => chooseScheme(paintedScheme() === "dark" ? "light" : "dark")}
    >
      <span className={styles["moon"]}>
        <MoonIcon />
      </span>
      <span className={styles["sun"]}>
        <SunIcon />
      </span>
      <span className="visually-hidden">Switch between light and dark</span>
    </button>
  );
}
