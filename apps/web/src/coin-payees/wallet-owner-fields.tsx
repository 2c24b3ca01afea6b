import type { ComponentProps } from "react";
import { TextField } from "../controls/text-field.tsx";
import { Segments } from "../ui/segments.tsx";
import type { FieldState } from "../ui/use-checked-form.ts";
import styles from "./wallet-owner-fields.module.css";

export const OWNER_FIELDS = ["whose", "holder_name", "wallet", "provider_name"] as const;
type OwnerField = (typeof OWNER_FIELDS)[number];
type OwnerValues = Readonly<Record<OwnerField, string>>;

export const FIRST_OWNER = { whose: "mine", wallet: "self_hosted" } as const;

/** The texts that must be there. */
export function ownerProblem(
  name: string,
  value: string,
  { whose, wallet }: Pick<OwnerValues, "whose" | "wallet">,
): string | undefined {
  if (value.trim() !== "") return undefined;
  if (name === "holder_name" && whose === "other") return "Holder name is a required field";
  if (name === "provider_name" && wallet === "provider") return "Provider name is a required field";
  return undefined;
}

/** The answers, as procedures take them. */
export const ownerInput = ({ whose, holder_name, wallet, provider_name }: OwnerValues) => ({
  whose: whose === "other" ? ("other" as const) : ("mine" as const),
  wallet: wallet === "provider" ? ("provider" as const) : ("self_hosted" as const),
  ...(whose === "other" && { holder_name }),
  ...(wallet === "provider" && { provider_name }),
});

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

interface WalletOwnerFieldsProps {
  readonly values: OwnerValues;
  readonly field: (name: "holder_name" | "provider_name") => FieldState<string>;
  readonly set: (name: "whose" | "wallet", value: string) => void;
}

/** The travel rule's questions: the owner of a wallet, and who keeps its keys. */
export function WalletOwnerFields({ values, field, set }: WalletOwnerFieldsProps) {
  const [isOthers, isAtProvider] = [values.whose === "other", values.wallet === "provider"];
  return (
    <>
      <Choice
        question="Whose wallet is it?"
        name="whose"
        options={[
          { value: "mine", label: "Mine" },
          { value: "other", label: "Someone else’s" },
        ]}
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
    </>
  );
}
