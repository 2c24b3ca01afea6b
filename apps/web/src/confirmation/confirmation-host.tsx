import { useEffect, useState, type ComponentType } from "react";
import { useStore } from "../store.ts";
import { showAlert } from "../ui/alert-store.ts";
import { askedStore, hostConfirmations, type Asked } from "./ask-confirmation.ts";

/** The dialog that asks who is there, on every page; its code is fetched when it is first needed. */
export function ConfirmationHost() {
  const asked = useStore(askedStore, null);
  const [Dialog, setDialog] = useState<ComponentType<{ readonly asked: Asked }>>();
  useEffect(() => hostConfirmations(), []);
  useEffect(() => {
    if (asked === null || Dialog !== undefined) return;
    import("./confirmation-dialog.tsx").then(
      ({ ConfirmationDialog }) => setDialog(() => ConfirmationDialog),
      () => {
        asked.answer(false);
        showAlert({ type: "error", text: "Confirm: This didn't load. Try again." });
      },
    );
  }, [asked, Dialog]);
  return asked !== null && Dialog !== undefined ? <Dialog asked={asked} /> : null;
}
