import type { ReactNode } from "react";
import styles from "./parts.module.css";

interface ScreenProps {
  readonly title: string;
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the desk under its heading. */
export function Screen({ title, aside, children }: ScreenProps) {
  return (
    <div className={styles["screen"]}>
      <header className={styles["head"]}>
        <h1>{title}</h1>
        {aside}
      </header>
      {children}
    </div>
  );
}
