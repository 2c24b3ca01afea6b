import type { DepositAccount } from "@wattle/contracts/deposit-accounts";
import { DEPOSIT_FIELDS, type DepositFieldName } from "@wattle/contracts/bank-formats/bank-format";
import { PAYOUT_SETTINGS, type PayoutSetting } from "@wattle/contracts/bank-formats/payout-format";
import { BANK_FORMATS } from "@wattle/contracts/bank-formats/formats";
import { DEPOSIT_METHODS, type DepositMethod } from "@wattle/contracts/deposit-limits";
import { UsageError, type Command, type CommandContext, printOutcome } from "./command.ts";

/** The option that gives a field: `account-name`. */
const optionOf = (field: DepositFieldName | PayoutSetting): string => field.replaceAll("_", "-");
const FIELDS = [...DEPOSIT_FIELDS, ...PAYOUT_SETTINGS].map(optionOf);
const FIELD_OPTIONS = Object.fromEntries(FIELDS.map((name) => [name, { type: "string" } as const]));

const accountCells = ({ id: _id, active, ...account }: DepositAccount): Record<string, unknown> => ({
  ...account,
  state: active ? "open" : "closed",
});

function keyOf(context: CommandContext): { currency: string; method: DepositMethod } {
  const word = context.word(1);
  const method = DEPOSIT_METHODS.find((known) => known === word);
  if (method === undefined) throw new UsageError(`${word}: choose one of ${DEPOSIT_METHODS.join(", ")}`);
  return { currency: context.word(0).toUpperCase(), method };
}

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
  {
    name: "deposit-accounts list",
    takes: "",
    about: "where customers pay, one account for each currency and payment method",
    async run(context) {
      context.table((await context.ops.depositAccounts.list()).map(accountCells), "no deposit accounts");
    },
  },
  {
    name: "deposit-accounts set",
    takes: `<currency> <method> --account-name TEXT [${FIELDS.slice(1)
      .map((name) => `--${name} TEXT`)
      .join("] [")}]`,
    about: ["set where customers pay", ...WAYS].join("\n      "),
    options: FIELD_OPTIONS,
    async run(context) {
      const given = FIELDS.flatMap((name) => {
        const value = context.option(name);
        return value === undefined ? [] : [[name.replaceAll("-", "_"), value] as const];
      });
      const input = { ...keyOf(context), ...Object.fromEntries(given) };
      printOutcome(context, await context.ops.depositAccounts.set(input), accountCells);
    },
  },
  {
    name: "deposit-accounts close",
    takes: "<currency> <method>",
    about: "stop offering a payment method; customers with an open deposit are asked not to pay",
    async run(context) {
      printOutcome(context, await context.ops.depositAccounts.close(keyOf(context)), accountCells);
    },
  },
];
