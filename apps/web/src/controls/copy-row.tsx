import { UnstyledButton } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { CopyIcon, DoneIcon } from "../ui/icons.tsx";
import { classNames } from "../ui/class-names.ts";
import styles from "./copy-row.module.css";

const SAYS_COPIED_MILLISECONDS = 2000;

interface CopyRowProps {
  /** What the value is: 'Reference'. */
  readonly label: string;
  /** Shown and copied unchanged. */
  readonly value: string;
  /** What a program reads, under its label: broken anywhere, or as the lines it has. */
  readonly code?: boolean | "lines";
  /** What matters most of several. */
  readonly loud?: boolean;
}

/** A labelled value with a button that copies it and says so. Where copying is forbidden the value is selected instead. */
export function CopyRow({ label, value, code = false, loud = false }: CopyRowProps) {
  const shown = useRef<HTMLElement>(null);
  // Not Mantine's `CopyButton`: it is this hook, without the error.
  const { copy, copied, error } = useClipboard({ timeout: SAYS_COPIED_MILLISECONDS });

  useEffect(() => {
    if (error !== null && shown.current !== null) window.getSelection()?.selectAllChildren(shown.current);
  }, [error]);

  return (
    <div className={classNames(styles["row"], code !== false && styles["code"], loud && styles["loud"])}>
      <span className={styles["label"]}>{label}</span>
      {code === "lines" ? (
        // A region that scrolls has to be reached by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section ref={shown} className={styles["value"]} data-lines="" aria-label={label} tabIndex={0}>
          {value}
        </section>
      ) : (
        <span ref={shown} className={styles["value"]}>
          {value}
        </span>
      )}
      <UnstyledButton className={styles["copy"] ?? ""} onClick={() => copy(value)}>
        {copied ? <DoneIcon size={18} /> : <CopyIcon size={18} />}
        <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
        <span className="visually-hidden"> {label}</span>
      </UnstyledButton>
    </div>
  );
}
