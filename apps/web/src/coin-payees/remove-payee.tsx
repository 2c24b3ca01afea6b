import type { CoinPayee } from "@wattle/contracts/coin-payees";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";

interface RemovePayeeProps {
  readonly payee: CoinPayee;
  /** Called when its row has gone. */
  readonly onRemoved: () => void;
}

/** Removes a payee after asking. */
export function RemovePayee({ payee: { id, label }, onRemoved }: RemovePayeeProps) {
  const [asking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const remove = trpc.coinPayees.remove.useMutation({
    onSuccess: async () => {
      setAsking(false);
      await utils.coinPayees.list.invalidate();
      showAlert({ type: "success", text: "Payee removed" });
      onRemoved();
    },
    onError: (error) => {
      setAsking(false);
      alertFailure("Address book", error);
    },
  });
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        Remove<span className="visually-hidden"> {label}</span>
      </Button>
      <DangerDialog
        open={asking}
        title="Remove this payee?"
        act="Remove payee"
        keep="Keep payee"
        acting={remove.isPending}
        onAct={() => remove.mutate({ id })}
        onKeep={() => setAsking(false)}
      >
        <p>
          You won’t be able to send coins to {label}. Pending withdrawals to it go on. If you add it again,
          it’s on hold for 24 hours.
        </p>
      </DangerDialog>
    </>
  );
}
