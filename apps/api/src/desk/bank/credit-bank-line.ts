import { bankLine, creditBankLineInput } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { lockCredits } from "@wattle/db/credited-before";
import type { WriteTx } from "@wattle/db/database";
import type { BankLineRow } from "@wattle/db/tables";
import { checkSeen } from "../../bank-lines/check-seen.ts";
import { creditedByHand, type CreditedBefore } from "../../bank-lines/credited-before.ts";
import { bankLineOfRow } from "../../bank-lines/list-bank-lines.ts";
import {
  creditableLine,
  creditLetter,
  creditLine,
  targetOf,
  type LineTarget,
} from "../../bank-lines/credit-line.ts";
import { proposalsNow } from "../../bank-lines/proposals-now.ts";
import { keptProposal } from "../../bank-lines/propose-lines.ts";
import { importerReasons } from "../../bank-lines/who-brought.ts";
import { exactMoney } from "../../amount-text.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { stateText, type PlannedChange } from "../approvals/changes.ts";
import { readLetter } from "../approvals/reads.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";

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

/** Whether its money is on a balance already, by another way than its target's. */
const creditedBefore = (
  tx: WriteTx,
  services: ActServices,
  line: BankLineRow,
  target: LineTarget,
): Promise<CreditedBefore> => {
  if (target.how === "customer") return creditedByHand(tx, services, line, undefined);
  return creditedByHand(tx, services, line, target.how === "bounced" ? target.withdrawal : target.deposit);
};

/** Why a line that names the deposit or withdrawal of someone else is not for one person. */
function othersReasons(line: BankLineRow, customer: string): string[] {
  const { proposal } = keptProposal(line);
  const isOthers = proposal?.found_by === "exact" && (proposal.customer?.id ?? customer) !== customer;
  return isOthers ? [`The line names ${proposal.reference}, which is another customer's.`] : [];
}

/** Whether it is another payment of a deposit, above what is planned. */
const isBeyondPlan = ({ amount }: BankLineRow, target: LineTarget): boolean =>
  target.how === "more" &&
  target.deposit.credit + amount > (target.deposit.announced ?? target.deposit.credit);

/** Changes of a credit: the customer's balance, the deposit or order that the line pays, and the line. */
function changesOf(line: BankLineRow, target: LineTarget): PlannedChange[] {
  const used = { what: "Bank line", before: "Not used", after: "Credited" };
  const onBalance = (customer: string, moves: bigint): PlannedChange[] =>
    isDone(target) ? [] : [{ customer, currency: line.currency, moves }];
  if (target.how === "customer") return [...onBalance(target.customer.id, line.amount), used];
  if (target.how === "bounced") {
    const { user_id: customer, reference, status, credit } = target.withdrawal;
    const withdrawal = { what: `Withdrawal ${reference}`, before: stateText(status), after: "Returned" };
    return [...onBalance(customer, credit), ...(isDone(target) ? [] : [withdrawal]), used];
  }
  const { user_id: customer, reference, status } = target.deposit;
  const what = `Deposit ${reference}`;
  const deposit = {
    deposit: [{ what, before: stateText(status), after: "Completed" }],
    more: [{ what, before: "Completed", after: `Completed, ${exactMoney(line.amount, line.currency)} more` }],
    shown: [],
  }[target.how];
  return [...onBalance(customer, line.amount), ...deposit, used];
}

/**
 * Credits a line of a statement, once: to the deposit with a reference, to a customer, or to the deposit it is proposed for. The plan
 * throws `not_found`; `state_conflict` for a line that was used, with money that went out, or that is not as it was seen;
 * `validation_failed` at `reference`, and at `internal_note` for another payment of a paid deposit that was seen and has no reason.
 */
export const creditBankLine: ReviewedAct<typeof creditBankLineInput, typeof bankLine, MovedWorth> = {
  title: "Credit a bank line",
  roles: ["finance"],
  moves: {
    what: "a credit of a bank line",
    people: "by sum",
    why: "the same person imported the line; no one answers for it; it names someone else; its money may be credited already",
  },
  confirmed: true,
  errors: ["not_found", "state_conflict"],
  input: creditBankLineInput,
  output: bankLine,
  look: async (services, { id }) => {
    const { amount, currency } = await creditableLine(services.database.read, id);
    return worthOf(services, amount, currency);
  },
  plan: async (tx, { services, operator, known }, input) => {
    await lockCredits(tx, (await creditableLine(tx, input.id)).currency);
    const line = await creditableLine(tx, input.id);
    const target = await targetOf(tx, line, input);
    const before = await creditedBefore(tx, services, line, target);
    const { subject, customer, name, state } = subjectOf(target);
    const { proposal, remarks } = (await proposalsNow(tx, services, [line]))(line);
    checkSeen(input.seen, { proposal, deposit: "deposit" in target ? target.deposit : undefined });
    // Programs may credit without looking at the line, and so without a reason. A person who has looked at it gives
    // one.
    if (input.seen !== undefined && input.internal_note === undefined && isBeyondPlan(line, target))
      throw DomainError.at("internal_note", "validation_failed", OWN_MESSAGES.sayWhy);
    const letter = creditLetter(services, line, target);
    return {
      subject,
      customer,
      once: line.id,
      details: {
        Customer: name,
        Payer: line.payer || undefined,
        Text: line.text,
        "Amount that arrived": exactMoney(line.amount, line.currency),
        "Booked on": line.booked_on,
        Proposal: [...(proposal?.reasons ?? []), ...remarks].join(" ") || undefined,
        ...before.details,
        "Internal note": input.internal_note,
      },
      changes: changesOf(line, target),
      reads: letter && readLetter(letter),
      state,
      reasons: [
        ...(await importerReasons(tx, line, operator)),
        ...othersReasons(line, customer),
        ...before.reasons,
      ],
      worth: isDone(target) ? null : known,
      log: [],
      run: async (log) => {
        const by = { ...operator, kind: "operator" } as const;
        return bankLineOfRow(
          await creditLine(tx, { ...services, log }, by, { line, target, note: input.internal_note }),
        );
      },
    };
  },
};
