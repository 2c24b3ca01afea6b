import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** Labelled facts, one a line: what something costs, how long it takes, where it goes. One whose value is null is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles["facts"]}>
      {facts.map(
        ([label, value], index) =>
          value !== null && (
            // Two may have the same label.
            <div key={`${index} ${label}`} className={styles["fact"]}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
