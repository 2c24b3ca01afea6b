import type { ReactNode } from "react";
import styles from "./parts.module.css";

interface ScreenProps {
  readonly title: string;
  /** A sentence under the title. */
  readonly lead?: string | undefined;
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the desk under its heading. */
export function Screen({ title, lead, aside, children }: ScreenProps) {
  return (
    <div className={styles["screen"]}>
      <header className={styles["head"]}>
        <h1>{title}</h1>
        {aside}
      </header>
      {lead !== undefined && <p className={styles["lead"]}>{lead}</p>}
      {children}
    </div>
  );
}
