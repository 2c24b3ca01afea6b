import type { ReactNode } from "react";
import { Fold } from "../ui/fold.tsx";
import styles from "./phone-fold.module.css";

interface PhoneFoldProps {
  readonly summary: string;
  readonly children: ReactNode;
}

/** Rare content on a phone, behind a line that opens it; in view if there is room. */
export function PhoneFold({ summary, children }: PhoneFoldProps) {
  return (
    <Fold summary={summary} className={styles["fold"]}>
      {children}
    </Fold>
  );
}
