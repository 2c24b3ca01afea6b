import type { ReactNode } from "react";
import styles from "./screen-head.module.css";

interface ScreenHeadProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode;
}

/** The heading of a dashboard screen. */
export function ScreenHead({ title, lead, aside }: ScreenHeadProps) {
  return (
    <header className={styles["head"]}>
      <div>
        <h1 className={styles["title"]}>{title}</h1>
        {lead !== undefined && <p className={styles["lead"]}>{lead}</p>}
      </div>
      {aside}
    </header>
  );
}
