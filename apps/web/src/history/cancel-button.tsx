import type { Transaction } from "@wattle/contracts/history";
import { useState, type ReactNode } from "react";
import { alertFailure } from "../failed-call.ts";
import { recordAnswer } from "../record-answer.ts";
import { trpc } from "../trpc.ts";
import { TYPE_WORDS } from "./history-search.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";

interface CancelButtonProps {
  readonly transaction: Pick<Transaction, "id" | "transaction_type">;
  /** Meaning of cancelling, in the dialog. */
  readonly children: ReactNode;
}

/** Cancels a pending deposit or withdrawal after asking; the focus starts on keeping it. */
export function CancelButton({ transaction, children }: CancelButtonProps) {
  const [asking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const type = TYPE_WORDS[transaction.transaction_type];
  const word = type.toLowerCase();
  const cancel = trpc.history.cancel.useMutation({
    onSuccess: async (detail) => {
      await recordAnswer(utils.history.get, { id: detail.id }, detail);
      setAsking(false);
      showAlert({ type: "success", text: `${type} cancelled` });
    },
    onError: (error) => {
      setAsking(false);
      alertFailure(`Cancel ${word}`, error);
      void utils.history.get.invalidate({ id: transaction.id });
    },
  });
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        Cancel {word}
      </Button>
      <DangerDialog
        open={asking}
        title={`Cancel this ${word}?`}
        act={`Cancel ${word}`}
        keep={`Keep ${word}`}
        acting={cancel.isPending}
        onAct={() => cancel.mutate({ id: transaction.id })}
        onKeep={() => setAsking(false)}
      >
        {children}
      </DangerDialog>
    </>
  );
}
