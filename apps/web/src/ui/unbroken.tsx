import type { ReactNode } from "react";
import styles from "./unbroken.module.css";

/** A reference, or an amount with its currency: read as one, on one line, and in no other language. */
export function Unbroken({ children }: { readonly children: ReactNode }) {
  return (
    <span translate="no" className={styles["unbroken"]}>
      {children}
    </span>
  );
}
