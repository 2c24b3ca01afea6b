import type { DepositAccount, DepositAccountInput } from "@wattle/contracts/deposit-accounts";
import type { BankField, DepositMethodFormat } from "@wattle/contracts/bank-formats/bank-format";
import { PAYOUT_SETTINGS, type PayoutSetting } from "@wattle/contracts/bank-formats/payout-format";
import type { DepositMethod } from "@wattle/contracts/deposit-limits";
import { Facts } from "../../ui/facts.tsx";
import { actCall } from "../parts/act-call.ts";
import { CustomerReads } from "../parts/act-effects.tsx";
import { ActDrawer, type ActField } from "../parts/act-drawer.tsx";

/** A way to pay in a currency, with the account that is kept for it, if there is one. */
export interface DepositWay {
  readonly id: string;
  readonly currency: string;
  readonly method: DepositMethod;
  readonly format: DepositMethodFormat;
  readonly account: DepositAccount | undefined;
}

export const wayName = ({ currency, format }: DepositWay): string => `${currency}, ${format.title}`;

/** As the bank's file of payouts has them. */
export const SETTING_LABELS: Readonly<Record<PayoutSetting, string>> = {
  bank_abbreviation: "Bank’s 3 letters in payout files",
  user_number: "User number in payout files",
  trace_bsb: "Trace BSB in payout files",
  trace_account_number: "Trace account number in payout files",
  remitter: "Remitter in payout files",
};

/** Only files of Direct Entry have settings, and they are paid from accounts with a BSB. */
const hasSettings = ({ format }: DepositWay): boolean => format.fields.some(({ name }) => name === "bsb");

/** Fields that a form asks for; one that another's choice names is not. */
const askedOf = ({ format }: DepositWay): readonly BankField[] =>
  format.fields.filter(({ namedBy }) => namedBy === undefined);

const fieldsOf = (way: DepositWay): readonly ActField[] => [
  ...askedOf(way).map((field): ActField => ({
    name: field.name,
    label: field.label,
    ...(field.written !== undefined && { hint: field.written }),
    ...(field.choices !== undefined && {
      options: [
        { value: "", label: "Choose" },
        ...Object.entries(field.choices).map(([value, label]) => ({ value, label })),
      ],
    }),
    initial: way.account?.[field.name] ?? "",
  })),
  ...(hasSettings(way)
    ? PAYOUT_SETTINGS.map((name) => ({
        name,
        label: SETTING_LABELS[name],
        optional: true,
        initial: way.account?.[name] ?? "",
      }))
    : []),
];

/** Details that a payer copies to the bank. */
function Preview({
  way,
  values,
}: {
  readonly way: DepositWay;
  readonly values: Readonly<Record<string, string>>;
}) {
  const tidy = (name: string): string =>
    way.format.fields.find((field) => field.name === name)?.tidy(values[name] ?? "") ?? "";
  return <Facts facts={way.format.lines.map(([label, name]) => [label, tidy(name) || "…"] as const)} />;
}

interface AccountActProps {
  readonly way: DepositWay;
  /** A colleague has changed it while this was open. */
  readonly late: boolean;
  readonly onClose: () => void;
}

/** Sets where customers pay, which two people decide. */
export function SetAccount({ way, late, onClose }: AccountActProps) {
  const { currency, method, account } = way;
  const fields = fieldsOf(way);
  const isClosed = account?.active === false;
  return (
    <ActDrawer
      title={`${account === undefined ? "Add" : isClosed ? "Open" : "Change"} ${wayName(way)}`}
      button={account === undefined ? "Add account" : isClosed ? "Open account" : "Set account"}
      about={<p>Two people decide about every change. Open deposits show the new account from then on.</p>}
      fields={fields}
      shows={(values) => (
        <CustomerReads>
          <Preview way={way} values={values} />
        </CustomerReads>
      )}
      {...(account?.active === true && { edits: true })}
      subject={way.id}
      late={late}
      done={`${wayName(way)}: account set`}
      call={(values) =>
        actCall("ops.depositAccounts.set", { ...(values as Partial<DepositAccountInput>), currency, method })
      }
      onClose={onClose}
    />
  );
}

/** Closes a way to pay, which two people decide. */
export function CloseAccount({ way, late, onClose }: AccountActProps) {
  const { currency, method } = way;
  return (
    <ActDrawer
      title={`Close ${wayName(way)}`}
      button="Close account"
      kind="danger"
      about={<p>Customers can no longer choose it. Anyone with an open deposit is asked not to pay.</p>}
      subject={way.id}
      late={late}
      done={`${wayName(way)} closed`}
      call={() => actCall("ops.depositAccounts.close", { currency, method })}
      onClose={onClose}
    />
  );
}
