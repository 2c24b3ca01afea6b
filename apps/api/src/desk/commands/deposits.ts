import { LIST_OPTIONS, LIST_TAKES, listInput, listRow, recordLines } from "./bank-transaction-rows.ts";
import { calling } from "./calling.ts";
import { PAGE_OPTIONS, type Command } from "./command.ts";
import { transactionState } from "./states.ts";

const DECIDING = { words: ["reference"], print: recordLines, stateOf: transactionState } as const;

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
  calling("deposits confirm", "ops.deposits.confirm", {
    ...DECIDING,
    about:
      "credit the amount received, once, even after the deposit expired or was returned; a second person approves large credits and what differs much from the planned amount; the customer reads the message",
    words: ["reference", "amount"],
  }),
  calling("deposits return", "ops.deposits.return", {
    ...DECIDING,
    about:
      "record that a payment was returned; a credited one leaves the balance; the customer reads the message",
  }),
  calling("deposits expire", "ops.deposits.expire", { ...DECIDING, about: "expire a deposit early" }),
  calling("deposits write", "ops.deposits.write", {
    ...DECIDING,
    about: "email the customer about a deposit; the message is kept with the customer's notes",
  }),
];
