import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  /** Names the thing that is not there: 'No transactions yet'. */
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The one way on. */
  readonly action?: ReactNode;
}

/** What is shown where a list or a panel has nothing to show. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles["empty"]}>
      <p className={styles["title"]}>{title}</p>
      {children !== undefined && <p className={styles["text"]}>{children}</p>}
      {action}
    </div>
  );
}
