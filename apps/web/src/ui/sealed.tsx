import type { ReactNode } from "react";
import { Seal } from "./seal.tsx";
import styles from "./sealed.module.css";

interface SealedProps {
  readonly title: ReactNode;
  /** Text in the seal's place if something did not go well. */
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

/** Result of something, next to the drawn seal. */
export function Sealed({ title, mark = <Seal size={72} />, children }: SealedProps) {
  return (
    <div className={styles["sealed"]}>
      {mark}
      <div>
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
    </div>
  );
}
