import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import { AlertIcon, DoneIcon, RiskIcon, StoppedIcon, WaitingIcon } from "../ui/icons.tsx";
import styles from "./status.module.css";

/** `done` and `failed` have the colours of gain and loss, and `risk` and `waiting` that of a warning; the word always says it, too. */
export type StatusKind = "done" | "waiting" | "stopped" | "risk" | "failed";

/** A state as a screen says it. */
export interface StateWord {
  readonly kind: StatusKind;
  readonly word: string;
  /** No one of us has to do anything: without colour. */
  readonly quiet?: boolean;
}

const ICONS = {
  done: DoneIcon,
  waiting: WaitingIcon,
  stopped: StoppedIcon,
  risk: RiskIcon,
  failed: AlertIcon,
} as const;

interface StatusProps {
  readonly kind: StatusKind;
  /** One of many that are as they should be: nothing to look at first. */
  readonly quiet?: boolean;
  readonly children: ReactNode;
}

/** An icon and a word. */
export function Status({ kind, quiet = false, children }: StatusProps) {
  const Icon = ICONS[kind];
  return (
    <Badge
      unstyled
      component="span"
      className={classNames(styles["status"], styles[kind], quiet && styles["quiet"])}
      classNames={{ section: styles["icon"] ?? "" }}
      leftSection={<Icon size={18} />}
    >
      {children}
    </Badge>
  );
}
