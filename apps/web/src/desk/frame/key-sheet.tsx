import { useState } from "react";
import { Dialog } from "../../controls/dialog.tsx";
import { Key } from "../parts/key.tsx";
import { activeKeys, type KeyBinding } from "../parts/keys.ts";
import styles from "./key-sheet.module.css";

type Row = Pick<KeyBinding, "keys" | "does">;

const ALWAYS: readonly Row[] = [
  { keys: "Ctrl K", does: "Search, or go anywhere" },
  { keys: "Enter", does: "Open the row, or press the focused button" },
  { keys: "Ctrl Enter", does: "Submit the side panel" },
  { keys: "Esc", does: "Close it, or leave a field. Your text stays" },
];

/** Whether a key is the same on every screen: `?`, `g t`. */
const isEverywhere = ({ keys }: Row): boolean => keys === "?" || keys.startsWith("g ");

/** Keys whose names are longer than their caps. */
const CAPS: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** Keys with what they do. */
function Keys({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section aria-label={title}>
      <h3 className={styles["title"]}>{title}</h3>
      <dl className={styles["keys"]}>
        {rows.map(({ keys, does }) => (
          <div key={keys} className={styles["row"]}>
            <dt>{does}</dt>
            <dd>
              {/* A cap is for the eye. */}
              <Key>{CAPS[keys] ?? keys}</Key>
              <span className="visually-hidden">{keys}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Every key that does something on this screen. */
export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const [keys] = useState(activeKeys);
  const own = keys.filter((row) => !isEverywhere(row));
  return (
    <Dialog
      open
      title={
        <span tabIndex={-1} data-autofocus className={styles["heading"]}>
          Keys
        </span>
      }
      onClose={onClose}
    >
      <p className={styles["lead"]}>Single keys are off while you type in a field.</p>
      <div className={styles["columns"]}>
        {own.length > 0 && <Keys title="This screen" rows={own} />}
        <Keys title="Everywhere" rows={[...ALWAYS, ...keys.filter(isEverywhere)]} />
      </div>
    </Dialog>
  );
}
