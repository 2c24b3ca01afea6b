import type { ReactNode } from "react";
import { useId } from "react";
import { classNames } from "./class-names.ts";
import { Skeleton } from "./skeleton.tsx";
import styles from "./card.module.css";

interface CardProps {
  /** The one floating thing of a screen casts the shadow. */
  readonly floating?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A plain surface with room inside. */
export function Card({ floating = false, className, children }: CardProps) {
  return (
    <div className={classNames(styles["card"], floating && styles["floating"], className)}>{children}</div>
  );
}

interface PanelProps {
  readonly title: ReactNode;
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode;
  /** The content is on its way: lines of a skeleton stand in its place. */
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
      className={classNames(styles["card"], styles["panel"], className)}
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
