import type { CoinPayee } from "@wattle/contracts/coin-payees";
import type { Network } from "@wattle/contracts/networks";
import { useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { CopyRow } from "../controls/copy-row.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { TextArea } from "../controls/text-area.tsx";
import { alertRefusal } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import styles from "./coin-payees.module.css";

interface ProvePayeeProps {
  readonly payee: CoinPayee;
  /** The text to sign. */
  readonly message: string;
}

/** Ends the hold of a payee by a message that its own wallet signs. */
export function ProvePayee({ payee, message }: ProvePayeeProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Prove it to skip the hold<span className="visually-hidden">: {payee.label}</span>
      </Button>
      <Dialog open={open} title={`Prove control of ${payee.label}`} onClose={() => setOpen(false)}>
        <Proof payee={payee} message={message} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** Differences between networks' signatures. */
const SIGNING: Readonly<Record<Network, string>> = {
  bitcoin: "Nothing is sent, and it costs nothing.",
  ethereum: "It begins with 0x. No transaction is sent, and it costs nothing.",
};

function Proof({ payee, message, onDone }: ProvePayeeProps & { readonly onDone: () => void }) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { field, values, check, refuse } = useCheckedForm({
    fields: ["signature"],
    form,
    tidy: (_name, text) => text.trim(),
    problemOf: (_name, text) => (text.trim() === "" ? "Paste the signature" : undefined),
  });
  const prove = trpc.coinPayees.prove.useMutation({
    onSuccess: async () => {
      await utils.coinPayees.list.invalidate();
      showAlert({ type: "success", text: "Payee proved. You can send to it now." });
      onDone();
    },
    onError: (error) => alertRefusal("Address book", error, refuse),
  });
  const submit = (): void => {
    if (!prove.isPending && check()) prove.mutate({ id: payee.id, signature: values.signature.trim() });
  };
  return (
    <Form ref={form} className={styles["fields"]} onSubmit={submit}>
      <p>
        In your wallet, choose to sign a message with the address below. Sign this text exactly, and paste the
        signature here. {SIGNING[payee.network]}
      </p>
      <CopyRow code label="Text to sign" value={message} />
      <CopyRow code label="Address" value={payee.address} />
      <TextArea label="Signature" rows={3} autoComplete="off" spellCheck={false} {...field("signature")} />
      <div className={styles["buttons"]}>
        <Button type="submit" loading={prove.isPending}>
          Prove payee
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
