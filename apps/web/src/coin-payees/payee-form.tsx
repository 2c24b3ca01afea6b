import type { OutgoingCoins } from "@wattle/contracts/coins";
import { currencyOf } from "@wattle/contracts/markets";
import { useRef } from "react";
import { Button } from "../controls/button.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { TextField } from "../controls/text-field.tsx";
import { alertRefusal } from "../failed-call.ts";
import { NETWORK_NAMES } from "../money/network-names.ts";
import {
  FIRST_OWNER,
  OWNER_FIELDS,
  ownerInput,
  ownerProblem,
  WalletOwnerFields,
} from "./wallet-owner-fields.tsx";
import { useKeeping, useKept } from "../session/kept-form.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Form } from "../ui/form.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import styles from "./coin-payees.module.css";

const FIELDS = ["currency", "address", "label", ...OWNER_FIELDS] as const;
type Field = (typeof FIELDS)[number];
type Values = Readonly<Record<Field, string>>;

/** The texts that must be there; the server judges all the rest. */
function problemOf(name: Field, value: string, values: Values): string | undefined {
  if (value.trim() !== "") return undefined;
  if (name === "address") return "Address is a required field";
  return name === "label" ? "Label is a required field" : ownerProblem(name, value, values);
}

interface PayeeFormProps {
  /** Coins to choose from. */
  readonly coins: OutgoingCoins["coins"];
  readonly onAdded: () => void;
  readonly onCancel: () => void;
}

/** Adding a wallet to send coins to. */
export function PayeeForm({ coins, onAdded, onCancel }: PayeeFormProps) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const keptAs = "coin payee";
  const kept = useKept(keptAs);
  const { field, values, problems, set, check, refuse } = useCheckedForm({
    fields: FIELDS,
    form,
    initial: { currency: coins[0]?.currency ?? "", ...FIRST_OWNER, ...kept },
    tidy: (_name, text) => text.trim(),
    problemOf,
  });
  useKeeping(keptAs, values);
  const add = trpc.coinPayees.add.useMutation({
    onSuccess: async () => {
      await utils.coinPayees.list.invalidate();
      showAlert({ type: "success", text: "Payee added" });
      onAdded();
    },
    onError: (error) => alertRefusal("Address book", error, refuse),
  });
  const submit = (): void => {
    if (add.isPending || !check()) return;
    const { currency, address, label } = values;
    add.mutate({ currency, address, label, ...ownerInput(values) });
  };
  const coin = coins.find(({ currency }) => currency === values.currency);
  return (
    <Form ref={form} className={styles["fields"]} onSubmit={submit}>
      {coins.length > 1 && (
        <SelectField
          label="Coin"
          name="currency"
          value={values.currency}
          error={problems.currency}
          options={coins.map(({ currency }) => ({
            value: currency,
            label: `${currencyOf(currency)?.full_name ?? currency} (${currency})`,
          }))}
          onChange={(value) => set("currency", value)}
        />
      )}
      <TextField
        label="Address"
        hint={
          coin === undefined
            ? undefined
            : `Its ${coin.currency} address on the ${NETWORK_NAMES[coin.network]} network, or the link of its QR code`
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        {...field("address")}
      />
      <TextField
        label="Label"
        hint="How you’ll find it, such as My hardware wallet"
        autoComplete="off"
        maxLength={60}
        {...field("label")}
      />
      <WalletOwnerFields values={values} field={field} set={set} />
      <p className={styles["note"]}>
        The law asks us to know who receives coins. We keep this encrypted. You can send to the payee after 24
        hours{values.wallet !== "provider" && ", or at once if you prove that it’s yours"}.
      </p>
      <div className={styles["buttons"]}>
        <Button type="submit" loading={add.isPending}>
          Add payee
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
