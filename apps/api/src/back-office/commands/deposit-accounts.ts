import type { DepositAccount } from "@wattle/contracts/deposit-accounts";
import { DEPOSIT_METHODS, type DepositMethod } from "@wattle/contracts/deposit-limits";
import { UsageError, type Command, type CommandContext } from "./command.ts";

const FIELDS = ["account-name", "bank-name", "bsb", "bank-code", "account-number", "payid"] as const;
const FIELD_OPTIONS = Object.fromEntries(FIELDS.map((name) => [name, { type: "string" } as const]));

const shown = ({ id: _id, active, ...account }: DepositAccount): Record<string, unknown> => ({
  ...account,
  state: active ? "open" : "closed",
});

function keyOf(context: CommandContext): { currency: string; method: DepositMethod } {
  const word = context.word(1);
  const method = DEPOSIT_METHODS.find((known) => known === word);
  if (method === undefined) throw new UsageError(`${word} is none of ${DEPOSIT_METHODS.join(", ")}`);
  return { currency: context.word(0).toUpperCase(), method };
}

/** The operator's own accounts, to which customers pay. */
export const DEPOSIT_ACCOUNT_COMMANDS: readonly Command[] = [
  {
    name: "deposit-accounts list",
    takes: "",
    about: "where customers are told to pay, one account for each currency and way to pay",
    async run(context) {
      context.table((await context.ops.depositAccounts.list()).map(shown), "no deposit accounts");
    },
  },
  {
    name: "deposit-accounts set",
    takes: `<currency> <method> --account-name TEXT [${FIELDS.slice(1)
      .map((name) => `--${name} TEXT`)
      .join("] [")}]`,
    about: `say where customers pay; the methods are ${DEPOSIT_METHODS.join(", ")}, and a biller code is an account number`,
    options: FIELD_OPTIONS,
    async run(context) {
      const given = FIELDS.flatMap((name) => {
        const value = context.option(name);
        return value === undefined ? [] : [[name.replaceAll("-", "_"), value] as const];
      });
      const input = { ...keyOf(context), ...Object.fromEntries(given) };
      context.record(shown(await context.ops.depositAccounts.set(input)));
    },
  },
  {
    name: "deposit-accounts close",
    takes: "<currency> <method>",
    about: "stop offering a way to pay; who has announced a deposit is told not to pay",
    async run(context) {
      context.record(shown(await context.ops.depositAccounts.close(keyOf(context))));
    },
  },
];
