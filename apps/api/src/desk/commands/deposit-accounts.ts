import type { DepositAccount } from "@wattle/contracts/deposit-accounts";
import type { DepositFieldName } from "@wattle/contracts/bank-formats/bank-format";
import { BANK_FORMATS } from "@wattle/contracts/bank-formats/formats";
import { calling } from "./calling.ts";
import type { Command } from "./command.ts";

/** The option that gives a field: `account-name`. */
const optionOf = (field: DepositFieldName): string => field.replaceAll("_", "-");

const accountCells = ({ id: _id, active, ...account }: DepositAccount): Record<string, unknown> => ({
  ...account,
  state: active ? "open" : "closed",
});

/** Fields of each currency and payment method: `NGN bank_transfer has account-name, bank-name, …`. */
const WAYS = Object.values(BANK_FORMATS).flatMap(({ currency, depositMethods }) =>
  Object.entries(depositMethods).map(([method, { fields }]) => {
    const names = fields.map(({ name, label }) =>
      // A field that goes by another name here, such as a biller code.
      label.toLowerCase() === name.replaceAll("_", " ") ? optionOf(name) : `${optionOf(name)} (${label})`,
    );
    return `${currency} ${method} has ${names.join(", ")}`;
  }),
);

/** The operator's own accounts, to which customers pay. */
export const DEPOSIT_ACCOUNT_COMMANDS: readonly Command[] = [
  calling("deposit-accounts list", "ops.depositAccounts.list", {
    about: "where customers pay, one account for each currency and payment method",
    row: accountCells,
    empty: "no deposit accounts",
  }),
  calling("deposit-accounts set", "ops.depositAccounts.set", {
    about: ["set where customers pay", ...WAYS].join("\n      "),
    words: ["currency", "method"],
    print: accountCells,
  }),
  calling("deposit-accounts close", "ops.depositAccounts.close", {
    about: "stop offering a payment method; customers with an open deposit are asked not to pay",
    words: ["currency", "method"],
    print: accountCells,
  }),
];
