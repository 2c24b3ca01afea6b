import { useEffect, useId, useRef, type ReactNode } from "react";
import { CloseIcon } from "./icons.tsx";
import styles from "./sheet.module.css";

interface SheetProps {
  readonly open: boolean;
  readonly title: ReactNode;
  /** Called by the close icon, Escape and a press outside the sheet. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A sheet from the lower edge of a phone, within reach of the thumb. The browser's own dialog: it keeps the focus, gives it back
 * on closing, and needs no code that the first load would carry.
 */
export function Sheet({ open, title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  // The dialog itself is hit only if nothing in it is: on the ground around the sheet.
  useEffect(() => {
    const element = dialog.current;
    const onClick = (event: MouseEvent): void => {
      if (event.target === element) element?.close();
    };
    // Escape closes what is open within the sheet, such as a calendar, before the sheet.
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (key === "Escape" && target instanceof Element && target.closest("[role=dialog]") !== null)
        event.preventDefault();
    };
    element?.addEventListener("click", onClick);
    element?.addEventListener("keydown", onKey, { capture: true });
    return () => {
      element?.removeEventListener("click", onClick);
      element?.removeEventListener("keydown", onKey, { capture: true });
    };
  }, []);
  return (
    <dialog ref={dialog} className={styles["sheet"]} aria-labelledby={heading} onClose={onClose}>
      {open && (
        <div className={styles["body"]}>
          <div className={styles["head"]}>
            <h2 id={heading} className={styles["title"]}>
              {title}
            </h2>
            <button type="button" className={styles["close"]} onClick={onClose}>
              <CloseIcon />
              <span className="visually-hidden">Close</span>
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
