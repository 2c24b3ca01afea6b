import { UNDO_MILLISECONDS } from "@wattle/contracts/choices";
import { useEffect, useState } from "react";
import { Button } from "../../controls/button.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { createStore, useStore } from "../../store.ts";
import { trpc } from "../../trpc.ts";
import { showAlert } from "../../ui/alert-store.ts";
import { Key } from "./key.tsx";
import { useKeys } from "./keys.ts";
import parts from "./parts.module.css";

/** An act that was just done and can be taken back by its inverse, which the audit log has as an act of its own. */
interface Offer {
  readonly done: string;
  readonly undo: () => Promise<object>;
}

const offers = createStore<Offer | undefined>(undefined);

/** Offers for some seconds to take back what was just done; an earlier offer ends. Never for money. */
export const offerUndo = (offer: Offer): void => offers.set(offer);

/** Ends the offer, if there is one. */
const clearUndo = (): void => offers.set(undefined);

function Undo({ offer }: { readonly offer: Offer }) {
  const utils = trpc.useUtils();
  const [acting, setActing] = useState(false);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || acting) return undefined;
    const timer = setTimeout(clearUndo, UNDO_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [held, acting]);
  const act = async (): Promise<void> => {
    if (acting) return;
    setActing(true);
    try {
      await offer.undo();
      showAlert({ type: "success", text: `Undone: ${offer.done}` });
    } catch (error) {
      showAlert({ type: "error", text: `Not undone: ${failureText(callFailure(error))}. ${offer.done}` });
    } finally {
      clearUndo();
      void utils.ops.today.invalidate();
    }
  };
  useKeys([{ keys: "z", does: "Undo", run: () => void act() }]);
  return (
    <output className={parts["undo"]}>
      {offer.done}
      <Button
        kind="quiet"
        className={parts["small"]}
        loading={acting}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        onClick={() => void act()}
      >
        Undo <Key>z</Key>
      </Button>
    </output>
  );
}

/** Undo of the last act, as long as it is offered. */
export function UndoOffer() {
  const offer = useStore(offers, undefined);
  useEffect(() => clearUndo, []);
  return offer === undefined ? null : <Undo key={offer.done} offer={offer} />;
}
