import { LIST_OPTIONS, LIST_TAKES, listInput, listRow, recordLines } from "./bank-transaction-rows.ts";
import { DECISION_OPTIONS, noteOf, PAGE_OPTIONS, textsOf, type Command, printOutcome } from "./command.ts";
import { transactionState } from "./states.ts";

/** Matching what the bank received with what customers announced. */
export const DEPOSIT_COMMANDS: readonly Command[] = [
  {
    name: "deposits list",
    takes: LIST_TAKES,
    about: "deposits awaiting payment, or with another status, oldest first",
    options: { ...PAGE_OPTIONS, ...LIST_OPTIONS },
    async run(context) {
      const { data } = await context.ops.deposits.list(await listInput(context, "awaiting_payment"));
      context.table(data.map(listRow), "no deposits");
    },
  },
  {
    name: "deposits find",
    takes: "<reference …>",
    about: "one deposit; case, spaces and dashes in the reference don't matter",
    async run(context) {
      context.word(0);
      context.record(recordLines(await context.ops.deposits.find({ reference: context.words.join("") })));
    },
  },
  {
    name: "deposits confirm",
    takes: "<reference> <amount> [--bank-reference TEXT] [--message TEXT] [--internal-note TEXT]",
    about:
      "credit the amount received, once, even after the deposit expired or was returned; a second person approves large credits and what differs much from the planned amount; the customer reads the message",
    options: { "bank-reference": { type: "string" }, ...DECISION_OPTIONS },
    moves: "ops.deposits.confirm",
    stateOf: transactionState,
    async run(context) {
      const bankReference = context.option("bank-reference");
      const answer = await context.ops.deposits.confirm({
        reference: context.word(0),
        amount: context.word(1),
        ...(bankReference !== undefined && { bank_reference: bankReference }),
        ...textsOf(context),
      });
      printOutcome(context, answer, recordLines);
    },
  },
  {
    name: "deposits return",
    takes: "<reference> --message TEXT [--internal-note TEXT]",
    about:
      "record that a payment was returned; a credited one leaves the balance; the customer reads the message",
    options: DECISION_OPTIONS,
    moves: "ops.deposits.return",
    stateOf: transactionState,
    async run(context) {
      const input = {
        reference: context.word(0),
        message: context.needed("message"),
        ...noteOf(context),
      };
      printOutcome(context, await context.ops.deposits.return(input), recordLines);
    },
  },
  {
    name: "deposits expire",
    takes: "<reference> [--message TEXT] [--internal-note TEXT]",
    about: "expire a deposit early",
    options: DECISION_OPTIONS,
    stateOf: transactionState,
    async run(context) {
      const input = { reference: context.word(0), ...textsOf(context) };
      context.record(recordLines(await context.ops.deposits.expire(input)));
    },
  },
];
