import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  /** Names the thing that is not there: 'No transactions yet'. */
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The one way on. */
  readonly action?: ReactNode;
  /** A drawing above the title: for a list that will fill, not for one that failed. */
  readonly emblem?: ReactNode;
}

/** Content of a list or panel that has nothing to show. */
export function EmptyState({ title, children, action, emblem }: EmptyStateProps) {
  return (
    <div className={styles["empty"]}>
      {emblem}
      <p className={styles["title"]}>{title}</p>
      {children !== undefined && <p className={styles["text"]}>{children}</p>}
      {action !== undefined && action !== false && <div className={styles["action"]}>{action}</div>}
    </div>
  );
}
