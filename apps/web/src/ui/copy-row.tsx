import { useEffect, useState } from "react";
import { CopyIcon, DoneIcon } from "./icons.tsx";
import styles from "./copy-row.module.css";

const SAYS_COPIED_MILLISECONDS = 2000;

interface CopyRowProps {
  /** What the value is: 'Reference'. */
  readonly label: string;
  /** Shown and copied unchanged. */
  readonly value: string;
}

/** A labelled value with a button that copies it and says so. Where copying is forbidden the value is selected instead. */
export function CopyRow({ label, value }: CopyRowProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SAYS_COPIED_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (shown: Element | null): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      if (shown !== null) window.getSelection()?.selectAllChildren(shown);
    }
  };

  return (
    <div className={styles["row"]}>
      <span className={styles["label"]}>{label}</span>
      <span className={styles["value"]}>{value}</span>
      <button
        type="button"
        className={styles["copy"]}
        onClick={(event) => void copy(event.currentTarget.previousElementSibling)}
      >
        {copied ? <DoneIcon size={18} /> : <CopyIcon size={18} />}
        <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
        <span className="visually-hidden"> {label}</span>
      </button>
    </div>
  );
}
