import type { ReactNode } from "react";
import styles from "./unbroken.module.css";

/** A reference, or an amount with its currency: read as one, and on one line. */
export function Unbroken({ children }: { readonly children: ReactNode }) {
  return <span className={styles["unbroken"]}>{children}</span>;
}
