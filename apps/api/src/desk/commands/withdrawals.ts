import { LIST_OPTIONS, LIST_TAKES, listInput, listRow, recordLines } from "./bank-transaction-rows.ts";
import {
  DECISION_OPTIONS,
  NOTE_OPTION,
  noteOf,
  PAGE_OPTIONS,
  printOutcome,
  type Command,
} from "./command.ts";
import { transactionState } from "./states.ts";

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
          to: [row.bank_account?.bsb ?? row.bank_account?.bank_code, row.bank_account?.account_number]
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
  {
    name: "withdrawals complete",
    takes: "<reference> --bank-reference TEXT [--internal-note TEXT]",
    about: "record that it was paid, with the bank's reference",
    options: { "bank-reference": { type: "string" }, ...NOTE_OPTION },
    moves: "ops.withdrawals.complete",
    stateOf: transactionState,
    async run(context) {
      const input = {
        reference: context.word(0),
        bank_reference: context.needed("bank-reference"),
        ...noteOf(context),
      };
      printOutcome(context, await context.ops.withdrawals.complete(input), recordLines);
    },
  },
  {
    name: "withdrawals reject",
    takes: "<reference> --message TEXT [--internal-note TEXT]",
    about: "return the money to the balance; the customer reads the message",
    options: DECISION_OPTIONS,
    moves: "ops.withdrawals.reject",
    stateOf: transactionState,
    async run(context) {
      const input = {
        reference: context.word(0),
        message: context.needed("message"),
        ...noteOf(context),
      };
      context.record(recordLines(await context.ops.withdrawals.reject(input)));
    },
  },
  {
    name: "withdrawals return",
    takes: "<reference> --message TEXT [--internal-note TEXT]",
    about: "the bank has sent a payout back: it is on the balance again; the customer reads the message",
    options: DECISION_OPTIONS,
    moves: "ops.withdrawals.return",
    stateOf: transactionState,
    async run(context) {
      const input = {
        reference: context.word(0),
        message: context.needed("message"),
        ...noteOf(context),
      };
      printOutcome(context, await context.ops.withdrawals.return(input), recordLines);
    },
  },
];
