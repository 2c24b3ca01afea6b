import { Skeleton as Mantine } from "@mantine/core";
import styles from "./skeleton.module.css";

const WIDTHS = ["92%", "70%", "84%", "58%"] as const;

/** Still lines in the place of content that is on its way; the container says `aria-busy`. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className={styles["skeleton"]} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <Mantine key={index} unstyled className={styles["line"]} w={WIDTHS[index % WIDTHS.length]} />
      ))}
    </div>
  );
}
