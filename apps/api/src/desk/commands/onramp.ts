import type { OnrampOrderFile } from "@wattle/contracts/onramp";
import { calling } from "./calling.ts";
import { NOTE_OPTION, UsageError, type Command, printOutcome } from "./command.ts";
import { orderState } from "./states.ts";

const lineOf = (order: OnrampOrderFile) => ({
  id: order.id,
  status: order.status,
  provider: order.provider,
  customer: order.customer_id ?? "test page",
  paid: `${order.fiat_amount} ${order.fiat_currency}`,
  arrived: order.crypto_amount === null ? null : `${order.crypto_amount} ${order.crypto_currency}`,
  note: order.note,
  updated: order.updated_at,
});

/** Orders at the payment provider, and those that wait for a decision. */
export const ONRAMP_COMMANDS: readonly Command[] = [
  calling("onramp list", "ops.onramp.list", {
    about: "card payments under review, or with another status, oldest first",
    usual: { status: "review" },
    row: lineOf,
    empty: "no card payments",
  }),
  {
    name: "onramp resolve",
    takes: "<order> credit <amount>|close --internal-note TEXT",
    about: "end a review: credit the amount received, or close the order as it is",
    options: NOTE_OPTION,
    moves: "ops.onramp.resolve",
    stateOf: orderState,
    async run(context) {
      const [id, decision] = [context.word(0), context.word(1)];
      const internal_note = context.needed("internal-note");
      if (decision === "credit") {
        const input = { id, decision, crypto_amount: context.word(2), internal_note } as const;
        printOutcome(context, await context.ops.onramp.resolve(input), lineOf);
      } else if (decision === "close") {
        printOutcome(context, await context.ops.onramp.resolve({ id, decision, internal_note }), lineOf);
      } else throw new UsageError("choose one of credit AMOUNT, close");
    },
  },
];
