import { useId, type ReactNode } from "react";
import { cardClass } from "../ui/card.tsx";
import { classNames } from "../ui/class-names.ts";
import { Skeleton } from "./skeleton.tsx";
import styles from "./panel.module.css";

interface PanelProps {
  readonly title: ReactNode;
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode;
  /** The content is on its way: the lines of a skeleton are shown instead. */
  readonly loading?: boolean;
  readonly skeletonLines?: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A titled surface, a landmark of its screen. */
export function Panel({ title, aside, loading = false, skeletonLines = 3, className, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      aria-busy={loading || undefined}
      className={classNames(cardClass(), styles["panel"], className)}
    >
      <div className={styles["head"]}>
        <h2 id={id} className={styles["title"]}>
          {title}
        </h2>
        {aside}
      </div>
      {loading ? <Skeleton lines={skeletonLines} /> : children}
    </section>
  );
}
