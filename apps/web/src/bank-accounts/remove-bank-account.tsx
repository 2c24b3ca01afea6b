import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { useState } from "react";
import { Button } from "../controls/button.tsx";
import { DangerDialog } from "../controls/danger-dialog.tsx";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";

/** Removes a bank account after asking. */
export function RemoveBankAccount({ account }: { readonly account: BankAccount }) {
  const [asking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const remove = trpc.bankAccounts.remove.useMutation({
    onSuccess: async () => {
      await utils.bankAccounts.list.invalidate();
      showAlert({ type: "success", text: "Bank account removed" });
    },
    onError: (error) => void alertFailure("Bank account", error),
    onSettled: () => setAsking(false),
  });
  const name = `${account.bank_name} ${account.account_number}`;
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        Remove<span className="visually-hidden"> {name}</span>
      </Button>
      <DangerDialog
        open={asking}
        title="Remove this bank account?"
        act="Remove bank account"
        keep="Keep bank account"
        acting={remove.isPending}
        onAct={() => remove.mutate({ id: account.id })}
        onKeep={() => setAsking(false)}
      >
        <p>
          You won’t be able to withdraw to {name}. Past withdrawals keep its details. If you add it again,
          it’s on hold for 24 hours.
        </p>
      </DangerDialog>
    </>
  );
}
