import type { CoinDeposit } from "@wattle/contracts/coins";
import { useRef, useState } from "react";
import { Button } from "../controls/button.tsx";
import { Dialog } from "../controls/dialog.tsx";
import { alertRefusal } from "../failed-call.ts";
import { amountText } from "../money/price-figures.ts";
import {
  FIRST_OWNER,
  OWNER_FIELDS,
  ownerInput,
  ownerProblem,
  WalletOwnerFields,
} from "../coin-payees/wallet-owner-fields.tsx";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import styles from "./crypto-screen.module.css";

/** Asks who sent coins, as the law wants to know. */
export function NameSender({ arrival: { id, amount, currency } }: { readonly arrival: CoinDeposit }) {
  const [asking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { field, values, set, check, refuse } = useCheckedForm({
    fields: OWNER_FIELDS,
    form,
    initial: FIRST_OWNER,
    tidy: (_name, text) => text.trim(),
    problemOf: ownerProblem,
  });
  const say = trpc.coins.nameSender.useMutation({
    onSuccess: async () => {
      setAsking(false);
      await utils.coins.unnamed.invalidate();
      showAlert({ type: "success", text: "Sender saved" });
    },
    onError: (error) => alertRefusal("Crypto deposit", error, refuse),
  });
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        Who sent it?
      </Button>
      <Dialog
        open={asking}
        title={`Who sent ${amountText(amount, currency)}?`}
        onClose={() => setAsking(false)}
      >
        <Form
          ref={form}
          className={styles["fields"]}
          onSubmit={() => {
            if (!say.isPending && check()) say.mutate({ id, ...ownerInput(values) });
          }}
        >
          <WalletOwnerFields values={values} field={field} set={set} />
          <p className={styles["note"]}>The law asks us to know who sends coins. We keep this encrypted.</p>
          <Button type="submit" loading={say.isPending}>
            Save
          </Button>
        </Form>
      </Dialog>
    </>
  );
}
