import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  /** Names the thing that is not there: 'No transactions yet'. */
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The one way on. */
  readonly action?: ReactNode;
  /** Draws the rows that are not there yet: for a list that will fill, not for one that failed. */
  readonly rows?: boolean;
}

/** What is shown where a list or a panel has nothing to show. */
export function EmptyState({ title, children, action, rows = false }: EmptyStateProps) {
  return (
    <div className={styles["empty"]}>
      {rows && (
        <div className={styles["rows"]} aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      )}
      <p className={styles["title"]}>{title}</p>
      {children !== undefined && <p className={styles["text"]}>{children}</p>}
      {action !== undefined && action !== false && <div className={styles["action"]}>{action}</div>}
    </div>
  );
}
