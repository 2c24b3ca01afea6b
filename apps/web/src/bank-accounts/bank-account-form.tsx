import {
  BANK_ACCOUNT_FIELDS,
  bankAccountFields,
  bankAccountProblem,
  tidyBankField,
  type BankAccountField,
} from "@wattle/contracts/bank-account-rules";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { BankFieldName } from "@wattle/contracts/bank-formats/bank-format";
import { BANK_FORMATS, bankFormat } from "@wattle/contracts/bank-formats/formats";
import { useRef } from "react";
import { alertRefusal } from "../failed-call.ts";
import { useKeeping, useKept } from "../session/kept-form.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../controls/button.tsx";
import { TextField } from "../controls/text-field.tsx";
import { SelectField } from "../controls/select-field.tsx";
import { useCheckedForm } from "../ui/use-checked-form.ts";
import styles from "./bank-account-form.module.css";
import { Form } from "../ui/form.tsx";

type Values = Readonly<Record<BankAccountField, string>>;

/** A list to choose from, by the names people read. */
const optionsOf = (choices: Readonly<Record<string, string>>) =>
  Object.entries(choices)
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

interface BankAccountFormProps {
  /** The account to change; a new one without it. */
  readonly account: BankAccount | undefined;
  /** Currencies to choose from, the usual one first. */
  readonly codes: readonly string[];
  /** Usual owner of the account. */
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

/** The rules of a field depend on the currency; the bank decides whether a number is one of its own. */
const JUDGED_WITH: Readonly<Partial<Record<BankAccountField, readonly BankAccountField[]>>> = {
  ...Object.fromEntries(
    Object.values(BANK_FORMATS).flatMap(({ fields }) =>
      fields.flatMap(({ name, judges }) => (judges === undefined ? [] : [[name, judges] as const])),
    ),
  ),
  currency: ["account_name", "bank_name", "account_number"],
};

/** Adding a bank account, or changing one. */
export function BankAccountForm({ account, codes, holder, onDone }: BankAccountFormProps) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const keptAs = `bank account ${account?.id ?? "new"}`;
  const kept = useKept(keptAs);
  const { field, values, problems, set, check, refuse } = useCheckedForm({
    fields: BANK_ACCOUNT_FIELDS,
    form,
    initial: { ...valuesOf(account, codes[0] ?? "", holder), ...kept },
    judgedWith: JUDGED_WITH,
    tidy: (name, text, { currency }) => tidyBankField(currency, name, text),
    grouped: (name, text, { currency }) =>
      bankAccountFields(currency)
        .find((each) => each.name === name)
        ?.grouped?.(text) ?? text,
    problemOf: (name, _value, all) => bankAccountProblem(name, all),
  });

  useKeeping(keptAs, values);

  const fields = bankAccountFields(values.currency);

  /** A choice also sets the fields that take their text from it. */
  const choose = (name: BankFieldName, value: string, label: string): void => {
    for (const { name: named, namedBy } of fields) if (namedBy === name) set(named, label);
    set(name, value);
  };

  const settled = {
    onSuccess: async () => {
      await utils.bankAccounts.list.invalidate();
      showAlert({
        type: "success",
        text: account === undefined ? "Bank account added" : "Bank account saved",
      });
      onDone();
    },
    onError: (error: unknown) => {
      alertRefusal("Bank account", error, refuse);
    },
  };
  const add = trpc.bankAccounts.add.useMutation(settled);
  const edit = trpc.bankAccounts.edit.useMutation(settled);
  const saving = add.isPending || edit.isPending;

  const submit = (): void => {
    if (saving || !check()) return;
    const names = ["currency", ...fields.map(({ name }) => name)] as const;
    const input = Object.fromEntries(
      names.map((name) => [name, tidyBankField(values.currency, name, values[name])]),
    );
    if (account === undefined) add.mutate(input);
    else edit.mutate({ ...input, id: account.id });
  };

  return (
    <Form ref={form} className={styles["form"]} onSubmit={submit}>
      {codes.length !== 1 && (
        <SelectField
          label="Currency"
          name="currency"
          value={values.currency}
          error={problems.currency}
          options={codes.map((code) => ({
            value: code,
            label: `${code}, a bank account in ${bankFormat(code)?.countryName ?? ""}`,
          }))}
          onChange={(value) => set("currency", value)}
        />
      )}
      {fields
        .filter(({ namedBy }) => namedBy === undefined)
        .map(({ name, label, hint, numeric, autoComplete = "off", choices, placeholder = "Choose" }) =>
          choices === undefined ? (
            <TextField
              key={name}
              label={label}
              hint={hint}
              inputMode={numeric && "numeric"}
              autoComplete={autoComplete}
              {...field(name)}
            />
          ) : (
            <SelectField
              key={name}
              label={label}
              hint={hint}
              name={name}
              value={values[name]}
              error={problems[name]}
              options={optionsOf(choices)}
              placeholder={placeholder}
              onChange={(value) => choose(name, value, choices[value] ?? "")}
            />
          ),
        )}
      <p className={styles["hold"]}>
        You can withdraw to it 24 hours after you {account === undefined ? "add" : "change"} it.
        {account !== undefined && " Pending withdrawals keep their details."}
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
