import { LIST_OPTIONS, LIST_TAKES, listInput, listRow, recordLines } from "./bank-transaction-rows.ts";
import { calling } from "./calling.ts";
import { PAGE_OPTIONS, type Command } from "./command.ts";
import { transactionState } from "./states.ts";

const DECIDING = { words: ["reference"], print: recordLines, stateOf: transactionState } as const;

/** Paying customers out. */
export const WITHDRAWAL_COMMANDS: readonly Command[] = [
  {
    name: "withdrawals list",
    takes: `[--held-back] ${LIST_TAKES}`,
    about:
      "withdrawals to pay, or with another status, oldest first; --held-back: those of customers who are blocked or on hold",
    options: { ...PAGE_OPTIONS, ...LIST_OPTIONS, "held-back": { type: "boolean" } },
    async run(context) {
      const { data } = await context.ops.withdrawals.list({
        ...(await listInput(context, "requested")),
        held_back: context.flag("held-back"),
      });
      context.table(
        data.map((row) => ({
          ...listRow(row),
          to:
            row.coin_payee?.address ??
            [row.bank_account?.bsb ?? row.bank_account?.bank_code, row.bank_account?.account_number]
              .filter(Boolean)
              .join(" "),
        })),
        "no withdrawals",
      );
    },
  },
  {
    name: "withdrawals find",
    takes: "<reference …>",
    about: "one withdrawal and the account to pay; case, spaces and dashes don't matter",
    async run(context) {
      context.word(0);
      context.record(recordLines(await context.ops.withdrawals.find({ reference: context.words.join("") })));
    },
  },
  calling("withdrawals complete", "ops.withdrawals.complete", {
    ...DECIDING,
    about: "record that it was paid, with the bank's reference",
  }),
  calling("withdrawals reject", "ops.withdrawals.reject", {
    ...DECIDING,
    about: "return the money to the balance; the customer reads the message",
  }),
  calling("withdrawals return", "ops.withdrawals.return", {
    ...DECIDING,
    about: "the bank has sent a payout back: it is on the balance again; the customer reads the message",
  }),
];
