import { lowFeeWarning } from "../../markets/warn-of-low-fees.ts";
import { listPairs } from "@wattle/db/markets";
import type { Command } from "./command.ts";

/** Fees of exchanges. */
export const EXCHANGE_FEE_COMMANDS: readonly Command[] = [
  {
    name: "fees list",
    takes: "",
    about: "exchange fees in percent, by currency paid and received",
    async run(context) {
      const fees = await listPairs(context.services.database.read);
      context.table(
        fees.map(({ currency_from, currency_to, percent }) => ({ currency_from, currency_to, percent })),
        "no fees",
      );
    },
  },
  {
    name: "fees set",
    takes: "<currency paid> <currency received> <percent>",
    about: "set an exchange fee; held rates keep theirs",
    async run(context) {
      const { currency_from, currency_to, amount } = await context.ops.exchangeFees.set({
        currency_from: context.word(0).toUpperCase(),
        currency_to: context.word(1).toUpperCase(),
        amount: context.word(2),
      });
      const warning = lowFeeWarning(amount);
      context.record({
        currency_from,
        currency_to,
        percent: amount,
        ...(warning !== undefined && { warning }),
      });
    },
  },
];
