import { useEffect } from "react";
import { useStore } from "../store.ts";
import { classNames } from "./class-names.ts";
import { escapeLoading, loadingStore, type LoadingState } from "./loading-store.ts";
import styles from "./loading-overlay.module.css";

const IDLE: LoadingState = { loading: false, phase: "hidden", label: "" };

/** The global loading overlay over all pages. Escape closes it; what is under way goes on. */
export function LoadingOverlay() {
  const { loading, phase, label } = useStore(loadingStore, IDLE);
  const painted = phase !== "hidden";

  useEffect(() => {
    document.documentElement.toggleAttribute("data-loading", loading);
  }, [loading]);

  // While it fades away, Escape is for what is under it.
  const covers = phase === "painted";
  useEffect(() => {
    if (!covers) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      // Escape belongs to the overlay while it is shown, not to a dialog under it.
      event.stopPropagation();
      escapeLoading();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [covers]);

  return (
    <output className={styles["region"]} aria-label="Loading" data-phase={phase}>
      {painted && (
        <div className={classNames(styles["overlay"], phase === "leaving" && styles["leaving"])}>
          <div className={styles["card"]}>
            <span className={styles["ring"]} aria-hidden="true" />
            <span>{label}…</span>
          </div>
        </div>
      )}
    </output>
  );
}
