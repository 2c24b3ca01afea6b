import { useId, type ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import styles from "./band.module.css";

interface BandProps {
  readonly title: ReactNode;
  /** A sentence or two under the title. */
  readonly lead?: ReactNode;
  /** Content after the lead in the title's column. */
  readonly aside?: ReactNode;
  /** The ground: the page's canvas, a white sheet, a sunken field, or the petrol of the head. */
  readonly tone?: "canvas" | "surface" | "sunken" | "hero";
  /** `margin` sets the title in a column of its own next to the content; `stacked` above it. */
  readonly layout?: "margin" | "stacked";
  /** An anchor others link to. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** One section of a public page, as wide as the window, its content on the page's measure. */
export function Band({ title, lead, aside, tone = "canvas", layout = "margin", id, children }: BandProps) {
  const headingId = useId();
  return (
    <section id={id} className={classNames(styles["band"], styles[tone])} aria-labelledby={headingId}>
      <div className={classNames(styles["inner"], styles[layout])}>
        <div className={styles["head"]}>
          <h2 id={headingId}>{title}</h2>
          {lead !== undefined && <p className={styles["lead"]}>{lead}</p>}
          {aside}
        </div>
        <div className={styles["content"]}>{children}</div>
      </div>
    </section>
  );
}
