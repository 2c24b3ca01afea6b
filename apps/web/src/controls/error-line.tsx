import { errorText } from "./field.tsx";
import styles from "./error-line.module.css";

interface ErrorLineProps {
  /** Description that the wrong part names. */
  readonly id: string;
  readonly children: string;
  /** `alert` if it shows up without a button having been pressed. */
  readonly role?: "alert";
}

/** The error of a group of controls, with its sign. */
export function ErrorLine({ id, children, role }: ErrorLineProps) {
  return (
    <p id={id} className={styles["line"]} role={role}>
      {errorText(children)}
    </p>
  );
}
