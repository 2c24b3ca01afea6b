import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { ChevronIcon } from "./icons.tsx";
import styles from "./fold.module.css";

interface FoldProps {
  readonly summary: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Rare content, behind a line that opens it. Not on paper. */
export function Fold({ summary, className, children }: FoldProps) {
  return (
    <details className={classNames(styles["fold"], className)}>
      <summary>
        {summary} <ChevronIcon size={16} />
      </summary>
      <div className={styles["body"]}>{children}</div>
    </details>
  );
}
