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
import { useRef, useState } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { showAlert } from "../ui/alert-store.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { tidyTyped } from "./tidy-typed.ts";
import styles from "./bank-account-form.module.css";
import { Form } from "../ui/form.tsx";

type Values = Readonly<Record<BankAccountField, string>>;
type Problems = Readonly<Partial<Record<BankAccountField, string | undefined>>>;

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

/** Adding a bank account, or changing one. Fields are judged when they are left, and all of them on saving. */
export function BankAccountForm({ account, codes, holder, onDone }: BankAccountFormProps) {
  const utils = trpc.useUtils();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => valuesOf(account, codes[0] ?? "AUD", holder));
  const [problems, setProblems] = useState<Problems>({});
  const [judged, setJudged] = useState<ReadonlySet<BankAccountField>>(new Set());

  const focusFirst = (found: Problems): void => {
    const first = BANK_ACCOUNT_FIELDS.find((field) => found[field] !== undefined);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
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
      const { errors = {} } = alertFailure("Bank account", error);
      const found = Object.fromEntries(BANK_ACCOUNT_FIELDS.map((field) => [field, errors[field]?.[0]]));
      setProblems(found);
      focusFirst(found);
    },
  };
  const add = trpc.bankAccounts.add.useMutation(settled);
  const edit = trpc.bankAccounts.edit.useMutation(settled);
  const saving = add.isPending || edit.isPending;

  const judge = (field: BankAccountField, next: Values): void => {
    setProblems((before) => ({
      ...before,
      [field]: bankAccountProblem(field, next),
      // Whether a number belongs to a bank is said at the number.
      ...(field === "bank_code" && judged.has("account_number")
        ? { account_number: bankAccountProblem("account_number", next) }
        : {}),
    }));
    setJudged((before) => new Set(before).add(field));
  };
  const typed = (field: BankAccountField, value: string): void => {
    setValues((before) => ({ ...before, [field]: value }));
    // A message stands until it is mended; a new one waits until the field is left.
    setProblems((before) =>
      before[field] === undefined
        ? before
        : { ...before, [field]: bankAccountProblem(field, { ...values, [field]: tidyTyped(field, value) }) },
    );
  };
  const left = (field: BankAccountField): void => {
    const next = { ...values, [field]: tidyTyped(field, values[field]) };
    setValues(next);
    if (next[field] !== "" || judged.has(field)) judge(field, next);
  };
  const chosen = (field: BankAccountField, value: string): void => {
    const next = { ...values, [field]: value };
    setValues(next);
    if (field === "currency") {
      setProblems({});
      setJudged(new Set());
    } else judge(field, next);
  };

  const submit = (): void => {
    if (saving) return;
    const tidied = Object.fromEntries(
      BANK_ACCOUNT_FIELDS.map((field) => [field, tidyTyped(field, values[field])]),
    ) as Values;
    setValues(tidied);
    const found: Problems = Object.fromEntries(
      BANK_ACCOUNT_FIELDS.map((field) => [field, bankAccountProblem(field, tidied)]),
    );
    setProblems(found);
    setJudged(new Set(BANK_ACCOUNT_FIELDS));
    if (Object.values(found).some((problem) => problem !== undefined)) {
      focusFirst(found);
      return;
    }
    const fields = BANK_ACCOUNT_FIELDS.filter((field) => bankAccountHasField(tidied.currency, field));
    const input = Object.fromEntries(fields.map((field) => [field, tidied[field]]));
    if (account === undefined) add.mutate(input);
    else edit.mutate({ ...input, id: account.id });
  };

  const field = (name: BankAccountField) => ({
    name,
    value: values[name],
    error: problems[name],
    valid: judged.has(name) && problems[name] === undefined && values[name] !== "",
    onChange: (event: { currentTarget: { value: string } }) => typed(name, event.currentTarget.value),
    onBlur: () => left(name),
  });
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
          onChange={(value) => chosen("currency", value)}
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
            setValues((before) => ({ ...before, bank_name: NIGERIAN_BANKS[value] ?? "" }));
            chosen("bank_code", value);
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
        <Button
          type="submit"
          loading={saving}
          // Taking the focus would judge the field one was in, and its message would move the button away from
          // under the pointer.
          onMouseDown={(event) => event.preventDefault()}
        >
          {account === undefined ? "Add bank account" : "Save changes"}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
