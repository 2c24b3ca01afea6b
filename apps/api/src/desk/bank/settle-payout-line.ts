import { magnitude } from "@wattle/exchange-core/decimal";
import { bankLine, payoutLineInput } from "@wattle/contracts/bank-lines";
import { bankLineOfRow } from "../../bank-lines/list-bank-lines.ts";
import { openLine, settlePayout } from "../../bank-lines/settle-payout.ts";
import { exactMoney } from "../../amount-text.ts";
import { alone } from "../approvals/reviewed-act.ts";

/** Says which payout a line shows. The import has said so of those that leave no doubt. */
export const settlePayoutLine = alone({
  title: "Match a bank line to a payout",
  roles: ["finance"],
  moves: {
    what: "nothing: says which payout a line shows",
    people: "one",
    why: "two people have released the batch, or the withdrawal was completed before",
  },
  errors: ["not_found", "state_conflict"],
  input: payoutLineInput,
  output: bankLine,
  plan: async (tx, { services, operator }, { id, ...meant }) => {
    const line = await openLine(tx, id);
    const amount = exactMoney(magnitude(line.amount), line.currency);
    return {
      subject: `a bank line of ${line.booked_on} for ${amount}`,
      changes: [{ what: "Bank line", before: "Not used", after: "Payout" }],
      log: [],
      run: async (log) => bankLineOfRow(await settlePayout(tx, { ...services, log }, operator, line, meant)),
    };
  },
});
