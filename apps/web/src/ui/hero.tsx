import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Guilloche } from "./guilloche.tsx";
import styles from "./hero.module.css";

interface HeroProps {
  /** The page's route name, which seeds the line-work. */
  readonly seed: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The class of what holds words in a {@link Hero}: the line-work fades out before it and never runs behind it. */
export const clearOfLines = styles["clear"];

/** The petrol field at the head of a page with background `hero`, with its line-work; it runs up behind the header. */
export function Hero({ seed, className, children }: HeroProps) {
  return (
    <section className={styles["hero"]}>
      <div className={styles["art"]} aria-hidden="true">
        <Guilloche seed={seed} className={styles["figure"]} />
      </div>
      <div className={classNames(styles["content"], className)}>{children}</div>
    </section>
  );
}
