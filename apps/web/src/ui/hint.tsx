import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { InfoIcon } from "./icons.tsx";
import styles from "./hint.module.css";

interface HintProps {
  /** Subject of the help: 'About the fee'. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Help where people hesitate: a button next to the words that shows a few sentences, by press and not by hovering. */
export function Hint({ label, children }: HintProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      setOpen(false);
      box.current?.querySelector("button")?.focus();
    };
    const onPointer = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener("keydown", onKey, true);
    document.addEventListener("pointerdown", onPointer);
    return () => {
      document.removeEventListener("keydown", onKey, true);
      document.removeEventListener("pointerdown", onPointer);
    };
  }, [open]);

  return (
    <span ref={box} className={styles["hint"]}>
      <button
        type="button"
        className={styles["button"]}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
      >
        <InfoIcon size={18} />
        <span className="visually-hidden">{label}</span>
      </button>
      <span id={id} className={styles["region"]} aria-live="polite">
        {open && <span className={styles["bubble"]}>{children}</span>}
      </span>
    </span>
  );
}
