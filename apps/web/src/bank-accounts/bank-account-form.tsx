import {
  BANK_ACCOUNT_COUNTRIES,
  BANK_ACCOUNT_FIELDS,
  bankAccountHasField,
  bankAccountProblem,
  isBankAccountCurrency,
  NIGERIAN_BANKS,
  type BankAccountField,
} from "@wattle/contracts/bank-account-rules";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import { useRef } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import { tidyTyped } from "./tidy-typed.ts";
import styles from "./bank-account-form.module.css";
import { Form } from "../ui/form.tsx";

type Values = Readonly<Record<BankAccountField, string>>;

const BANKS = Object.entries(NIGERIAN_BANKS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

interface BankAccountFormProps {
  /** The account to change; a new one without it. */
  readonly account: BankAccount | undefined;
  /** Currencies to choose from, the usual one first. */
  readonly codes: readonly string[];
  /** Whose account it usually is. */
  readonly holder: string;
  readonly onDone: () => void;
}

function valuesOf(account: BankAccount | undefined, code: string, holder: string): Values {
  return {
    currency: account?.currency ?? code,
    account_name: account?.account_name ?? holder,
    bank_name: account?.bank_name ?? "",
    bsb: account?.bsb ?? "",
    bank_code: account?.bank_code ?? "",
    account_number: account?.account_number ?? "",
  };
}

/** Adding a bank account, or changing one. */
export function BankAccountForm({ account, codes, holder, onDone }: BankAccountFormProps) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const { field, values, problems, set, check, refuse } = useCheckedForm({
    fields: BANK_ACCOUNT_FIELDS,
    form,
    initial: valuesOf(account, codes[0] ?? "AUD", holder),
    // Whether a number belongs to a bank is said at the number; what a field must hold depends on the currency.
    judgedWith: { bank_code: ["account_number"], currency: ["account_name", "bank_name", "account_number"] },
    tidy: tidyTyped,
    problemOf: (name, _value, all) => bankAccountProblem(name, all),
  });

  const settled = {
    onSuccess: async () => {
      await utils.bankAccounts.list.invalidate();
      showAlert({
        type: "success",
        text: account === undefined ? "Your bank account was added" : "Your bank account was saved",
      });
      onDone();
    },
    onError: (error: unknown) => {
      const { errors } = alertFailure("Bank account", error);
      if (errors !== undefined) refuse(errors);
    },
  };
  const add = trpc.bankAccounts.add.useMutation(settled);
  const edit = trpc.bankAccounts.edit.useMutation(settled);
  const saving = add.isPending || edit.isPending;

  const submit = (): void => {
    if (saving || !check()) return;
    const fields = BANK_ACCOUNT_FIELDS.filter((name) => bankAccountHasField(values.currency, name));
    const input = Object.fromEntries(fields.map((name) => [name, tidyTyped(name, values[name])]));
    if (account === undefined) add.mutate(input);
    else edit.mutate({ ...input, id: account.id });
  };

  const naira = values.currency === "NGN";
  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      {codes.length > 1 && (
        <SelectField
          label="Currency"
          name="currency"
          value={values.currency}
          error={problems.currency}
          options={codes.filter(isBankAccountCurrency).map((code) => ({
            value: code,
            label: `${code}, a bank account in ${BANK_ACCOUNT_COUNTRIES[code] === "NG" ? "Nigeria" : "Australia"}`,
          }))}
          onChange={(value) => set("currency", value)}
        />
      )}
      <TextField
        label="Account name"
        hint="The name on the account, as your bank has it. It should be your own."
        autoComplete="name"
        {...field("account_name")}
      />
      {naira ? (
        <SelectField
          label="Bank"
          name="bank_code"
          value={values.bank_code}
          error={problems.bank_code}
          options={BANKS}
          placeholder="Choose your bank"
          onChange={(value) => {
            set("bank_name", NIGERIAN_BANKS[value] ?? "");
            set("bank_code", value);
          }}
        />
      ) : (
        <>
          <TextField label="Bank name" autoComplete="off" {...field("bank_name")} />
          <TextField
            label="BSB"
            hint="Six digits, such as 000-111"
            inputMode="numeric"
            autoComplete="off"
            {...field("bsb")}
          />
        </>
      )}
      <TextField
        label="Account number"
        hint={naira ? "The 10 digits of your NUBAN" : "4 to 9 digits"}
        inputMode="numeric"
        autoComplete="off"
        {...field("account_number")}
      />
      <p className={styles["hold"]}>
        To protect your money, nothing can be withdrawn to this account for 24 hours after it is{" "}
        {account === undefined ? "added" : "changed"}. Withdrawals already under way keep the details they
        were made with.
      </p>
      <div className={styles["buttons"]}>
        <Button type="submit" loading={saving}>
          {account === undefined ? "Add bank account" : "Save changes"}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
