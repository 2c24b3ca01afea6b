import { Key } from "./key.tsx";
import { useKeys } from "./keys.ts";
import styles from "./view-buttons.module.css";

interface ViewButtonsProps<View extends string> {
  /** Says what is chosen among. */
  readonly label: string;
  readonly views: readonly (readonly [view: View, text: string])[];
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** The parts of a screen of which one is shown: 1, 2, … lead to them. */
export function ViewButtons<View extends string>({ label, views, view, onView }: ViewButtonsProps<View>) {
  useKeys(
    views.map(([each, text], place) => ({
      keys: String(place + 1),
      does: `Show: ${text}`,
      run: () => onView(each),
    })),
  );
  return (
    <fieldset className={styles["views"]}>
      <legend className="visually-hidden">{label}</legend>
      {views.map(([each, text], place) => (
        <button key={each} type="button" aria-pressed={each === view} onClick={() => onView(each)}>
          {text} <Key>{String(place + 1)}</Key>
        </button>
      ))}
    </fieldset>
  );
}
