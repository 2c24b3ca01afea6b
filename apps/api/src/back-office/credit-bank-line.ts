import { bankLine, creditBankLineInput } from "@wattle/contracts/bank-lines";
import { currencyOf } from "@wattle/contracts/markets";
import { bankLineOfRow } from "../bank-lines/list-bank-lines.ts";
import { creditableLine, creditLine, targetOf, type LineTarget } from "../bank-lines/credit-line.ts";
import { keptProposal } from "../bank-lines/propose-lines.ts";
import { exactMoney } from "../amount-text.ts";
import type { Plan, ReviewedAct } from "./approvals/act.ts";
import { worthOfCredit } from "./approvals/worth-of-credit.ts";

const subjectOf = (target: LineTarget): { subject: string; customer: string; name: string } =>
  target.how === "customer"
    ? {
        subject: `a payment to ${target.customer.email}`,
        customer: target.customer.id,
        name: `${target.customer.first_name} ${target.customer.last_name}`,
      }
    : {
        subject: `deposit ${target.deposit.reference} of ${target.deposit.customer_email}`,
        customer: target.deposit.user_id,
        name: `${target.deposit.customer_first_name} ${target.deposit.customer_last_name}`,
      };

const stateOf = (target: LineTarget): string =>
  target.how === "customer" ? "the line has not been used" : `the deposit is ${target.deposit.status}`;

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
    const { subject, customer, name } = subjectOf(target);
    return {
      subject,
      customer,
      details: {
        Customer: name,
        Payer: line.payer ?? undefined,
        Text: line.text,
        "Amount that arrived": exactMoney(line.amount, line.currency),
        "Booked on": line.booked_on,
        Proposal: keptProposal(line).proposal?.reasons.join(" "),
        "Internal note": input.internal_note,
      },
      state: stateOf(target),
      reasons: [],
      credit: target.how === "shown" ? null : known,
      run: async () => {
        const by = { ...operator, kind: "operator" } as const;
        return bankLineOfRow(await creditLine(tx, services, by, { line, target, note: input.internal_note }));
      },
    };
  },
};
