import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { AlertIcon, DoneIcon, InfoIcon } from "./icons.tsx";
import styles from "./notice.module.css";

type NoticeKind = "info" | "done" | "warn";

const ICONS = { info: InfoIcon, done: DoneIcon, warn: AlertIcon } as const;

/** A few sentences that stand on the page until what they say has changed. */
export function Notice({
  kind = "info",
  children,
}: {
  readonly kind?: NoticeKind;
  readonly children: ReactNode;
}) {
  const Icon = ICONS[kind];
  return (
    <div className={classNames(styles["notice"], styles[kind])}>
      <Icon size={20} />
      <div className={styles["text"]}>{children}</div>
    </div>
  );
}
