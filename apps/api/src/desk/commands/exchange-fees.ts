import { lowFeeWarning } from "../../markets/warn-of-low-fees.ts";
import { listPairs } from "@wattle/db/markets";
import { calling } from "./calling.ts";
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
  calling("fees set", "ops.exchangeFees.set", {
    about: "set an exchange fee; held rates keep theirs",
    words: ["currency paid", "currency received", "percent"],
    names: { currency_from: "currency paid", currency_to: "currency received", amount: "percent" },
    print: ({ currency_from, currency_to, amount }) => {
      const warning = lowFeeWarning(amount);
      return { currency_from, currency_to, percent: amount, ...(warning !== undefined && { warning }) };
    },
  }),
];
