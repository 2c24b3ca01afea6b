import type { ReactNode } from "react";
import { AlertIcon, DoneIcon, StoppedIcon, WaitingIcon } from "./icons.tsx";
import { classNames } from "./class-names.ts";
import styles from "./status.module.css";

/** `done` and `failed` have the colours of gain and loss; the word always says it, too. */
export type StatusKind = "done" | "waiting" | "stopped" | "failed";

const ICONS = { done: DoneIcon, waiting: WaitingIcon, stopped: StoppedIcon, failed: AlertIcon } as const;

/** An icon and a word. */
export function Status({ kind, children }: { readonly kind: StatusKind; readonly children: ReactNode }) {
  const Icon = ICONS[kind];
  return (
    <span className={classNames(styles["status"], styles[kind])}>
      <Icon size={18} />
      <span>{children}</span>
    </span>
  );
}
