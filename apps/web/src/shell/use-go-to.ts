import { useState, type ComponentType } from "react";
import { useHotkey } from "../controls/use-hotkey.ts";
import { showAlert } from "../ui/alert-store.ts";
import type { GoToProps } from "./go-to.tsx";

/** Whether a dialog has the focus, and keeps the page behind it out of reach. */
const inDialog = (): boolean => document.activeElement?.closest("dialog, [role=dialog]") != null;

/** The box that leads anywhere, by Ctrl K or ⌘ K; its code is fetched when it is first opened. */
export function useGoTo() {
  const [Box, setBox] = useState<ComponentType<GoToProps>>();
  const [open, setOpen] = useState(false);

  const show = (): void => {
    setOpen(true);
    if (Box !== undefined) return;
    import("./go-to.tsx").then(
      ({ GoTo }) => setBox(() => GoTo),
      () => {
        setOpen(false);
        showAlert({ type: "error", text: "Go to: This didn't load. Try again." });
      },
    );
  };
  useHotkey("mod+K", () => {
    if (open) setOpen(false);
    else if (!inDialog()) show();
  });
  return { Box, open, show, close: () => setOpen(false) };
}
