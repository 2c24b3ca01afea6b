import type { OutgoingCoins } from "@wattle/contracts/coins";
import { currencyOf } from "@wattle/contracts/markets";
import { useRef, type ComponentProps } from "react";
import { Button } from "../controls/button.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { TextField } from "../controls/text-field.tsx";
import { alertRefusal } from "../failed-call.ts";
import { NETWORK_NAMES } from "../money/network-names.ts";
import { useKeeping, useKept } from "../session/kept-form.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Form } from "../ui/form.tsx";
import { Segments } from "../ui/segments.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import styles from "./coin-payees.module.css";

const FIELDS = ["currency", "address", "label", "whose", "holder_name", "wallet", "provider_name"] as const;
type Field = (typeof FIELDS)[number];
type Values = Readonly<Record<Field, string>>;

const OWNERS = [
  { value: "mine", label: "Mine" },
  { value: "other", label: "Someone else’s" },
] as const;

/** The texts that must be there; the server judges all the rest. */
function problemOf(name: Field, value: string, { whose, wallet }: Values): string | undefined {
  if (value.trim() !== "") return undefined;
  switch (name) {
    case "address":
      return "Address is a required field";
    case "label":
      return "Label is a required field";
    case "holder_name":
      return whose === "other" ? "Holder name is a required field" : undefined;
    case "provider_name":
      return wallet === "provider" ? "Provider name is a required field" : undefined;
    default:
      return undefined;
  }
}

interface PayeeFormProps {
  /** Coins to choose from. */
  readonly coins: OutgoingCoins["coins"];
  readonly onAdded: () => void;
  readonly onCancel: () => void;
}

interface ChoiceProps<Value extends string> extends Omit<ComponentProps<typeof Segments<Value>>, "legend"> {
  readonly question: string;
}

function Choice<Value extends string>({ question, ...choice }: ChoiceProps<Value>) {
  return (
    <div className={styles["ask"]}>
      <p aria-hidden="true" className={styles["question"]}>
        {question}
      </p>
      <Segments legend={question} {...choice} />
    </div>
  );
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
    initial: { currency: coins[0]?.currency ?? "", whose: "mine", wallet: "self_hosted", ...kept },
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
  const [isOthers, isAtProvider] = [values.whose === "other", values.wallet === "provider"];
  const submit = (): void => {
    if (add.isPending || !check()) return;
    const { currency, address, label, holder_name, provider_name } = values;
    add.mutate({
      currency,
      address,
      label,
      whose: isOthers ? "other" : "mine",
      wallet: isAtProvider ? "provider" : "self_hosted",
      ...(isOthers && { holder_name }),
      ...(isAtProvider && { provider_name }),
    });
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
            : `A ${coin.currency} address on the ${NETWORK_NAMES[coin.network]} network, or the link of its QR code`
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
      <Choice
        question="Whose wallet is it?"
        name="whose"
        options={OWNERS}
        value={isOthers ? "other" : "mine"}
        onChange={(value) => set("whose", value)}
      />
      {isOthers && (
        <TextField
          label="Holder name"
          hint="Their full name"
          autoComplete="off"
          maxLength={140}
          {...field("holder_name")}
        />
      )}
      <Choice
        question="Who keeps its keys?"
        name="wallet"
        options={[
          { value: "self_hosted", label: isOthers ? "They do" : "I do" },
          { value: "provider", label: "A provider" },
        ]}
        value={isAtProvider ? "provider" : "self_hosted"}
        onChange={(value) => set("wallet", value)}
      />
      {isAtProvider && (
        <TextField
          label="Provider name"
          hint="The exchange or service that holds the wallet"
          autoComplete="off"
          maxLength={140}
          {...field("provider_name")}
        />
      )}
      <p className={styles["note"]}>
        The law asks us to know who receives coins. We keep this encrypted. You can send to the payee after 24
        hours{!isAtProvider && ", or at once if you prove that it’s yours"}.
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
