import { bankLine, creditBankLineInput } from "@wattle/contracts/bank-lines";
import { currencyOf } from "@wattle/contracts/markets";
import { bankLineOfRow } from "../bank-lines/list-bank-lines.ts";
import { creditableLine, creditLine, targetOf, type LineTarget } from "../bank-lines/credit-line.ts";
import { proposalsNow } from "../bank-lines/paid-already.ts";
import { exactMoney } from "../amount-text.ts";
import type { Plan, ReviewedAct } from "./approvals/act.ts";
import { worthOfCredit } from "../audit/worth-of-credit.ts";

function subjectOf(target: LineTarget): { subject: string; customer: string; name: string; state: string } {
  if (target.how === "customer") {
    const { id, first_name, last_name } = target.customer;
    const state = "the line has not been used";
    return { subject: `a payment to ${id}`, customer: id, name: `${first_name} ${last_name}`, state };
  }
  const [kind, row] =
    target.how === "bounced" ? ["withdrawal", target.withdrawal] : ["deposit", target.deposit];
  return {
    subject: `${kind} ${row.reference} of ${row.user_id}`,
    customer: row.user_id,
    name: `${row.customer_first_name} ${row.customer_last_name}`,
    state: `the ${kind} is ${row.status}`,
  };
}

/** Whether no money moves: it is on the balance already. */
const isDone = (target: LineTarget): boolean =>
  target.how === "shown" || (target.how === "bounced" && target.withdrawal.status === "returned");

/**
 * Credits a line of a statement, once: to the deposit with a reference, to a customer, or to the deposit it is proposed for. The plan
 * throws `not_found`; `state_conflict` for a line that was used, or with money that went out; `validation_failed` at `reference`.
 */
export const creditBankLine: ReviewedAct<
  typeof creditBankLineInput,
  typeof bankLine,
  Plan<unknown>["credit"]
> = {
  title: "Credit a bank line",
  errors: ["not_found", "state_conflict"],
  input: creditBankLineInput,
  output: bankLine,
  look: async (services, { id }) => {
    const { amount, currency: code } = await creditableLine(services.database.read, id);
    const currency = currencyOf(code);
    return currency === undefined ? "unknown" : worthOfCredit(services, amount, currency);
  },
  plan: async (tx, { services, operator, known }, input) => {
    const line = await creditableLine(tx, input.id);
    const target = await targetOf(tx, line, input);
    const { subject, customer, name, state } = subjectOf(target);
    const { proposal, remarks } = (await proposalsNow(tx, services, [line]))(line);
    return {
      subject,
      customer,
      details: {
        Customer: name,
        Payer: line.payer || undefined,
        Text: line.text,
        "Amount that arrived": exactMoney(line.amount, line.currency),
        "Booked on": line.booked_on,
        Proposal: [...(proposal?.reasons ?? []), ...remarks].join(" ") || undefined,
        "Internal note": input.internal_note,
      },
      state,
      reasons: [],
      credit: isDone(target) ? null : known,
      run: async () => {
        const by = { ...operator, kind: "operator" } as const;
        return bankLineOfRow(await creditLine(tx, services, by, { line, target, note: input.internal_note }));
      },
    };
  },
};
