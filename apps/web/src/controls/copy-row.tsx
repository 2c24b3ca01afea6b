import { UnstyledButton } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { Fragment, useEffect, useRef, type ReactNode } from "react";
import { CopyIcon, DoneIcon } from "../ui/icons.tsx";
import { classNames } from "../ui/class-names.ts";
import styles from "./copy-row.module.css";

const SAYS_COPIED_MILLISECONDS = 2000;

interface CopyRowProps {
  /** Name of the value: 'Reference'. */
  readonly label: string;
  /** Shown and copied unchanged. */
  readonly value: string;
  /** Text for programs, under its label: its own lines, broken if they are too long. */
  readonly code?: boolean;
  /** The most important of several. */
  readonly loud?: boolean;
  /** The value in groups, with all of the row's width; still copied as it is. */
  readonly children?: ReactNode;
}

/**
 * A labelled value with a button that copies it and says so. If copying is forbidden, the value is selected instead.
 */
export function CopyRow({ label, value, code = false, loud = false, children }: CopyRowProps) {
  const shown = useRef<HTMLSpanElement>(null);
  // Not Mantine's `CopyButton`: it is this hook, without the error.
  const { copy, copied, error } = useClipboard({ timeout: SAYS_COPIED_MILLISECONDS });

  useEffect(() => {
    if (error !== null && shown.current !== null) window.getSelection()?.selectAllChildren(shown.current);
  }, [error]);

  return (
    <div
      className={classNames(
        styles["row"],
        code && styles["code"],
        loud && styles["loud"],
        children !== undefined && styles["wide"],
      )}
    >
      <span className={styles["label"]}>{label}</span>
      <span
        ref={shown}
        translate="no"
        className={styles["value"]}
        data-lines={value.includes("\n") || undefined}
        data-grouped={value.includes(" ") || undefined}
      >
        {children ?? (code && value.includes("\n") ? <Lines text={value} /> : value)}
      </span>
      <UnstyledButton className={styles["copy"] ?? ""} onClick={() => copy(value)}>
        {copied ? <DoneIcon size={18} /> : <CopyIcon size={18} />}
        <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
        <span className="visually-hidden"> {label}</span>
      </UnstyledButton>
    </div>
  );
}

/** A command of several lines: what is too long for one breaks before a slash of its address, not within a word. */
function Lines({ text }: { readonly text: string }) {
  return text.split(/(?<=\w)(?=\/)/).map((part, place) => (
    // Parts have no other name than their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
