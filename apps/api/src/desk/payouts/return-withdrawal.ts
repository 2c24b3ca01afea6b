import { bankTransaction, returnWithdrawalInput } from "@wattle/contracts/bank-operations";
import { lockCredits } from "@wattle/db/credited-before";
import type { z } from "zod";
import { exactMoney } from "../../amount-text.ts";
import { withdrawalOf } from "../../withdrawals/settle-withdrawal.ts";
import type { ActServices, ReviewedAct } from "../approvals/act.ts";
import { stateText } from "../approvals/changes.ts";
import { creditedByLine } from "../../bank-lines/credited-before.ts";
import { giveBack, givenBackLetter, givenBackLine, reversalOf } from "../../bank-lines/give-back.ts";
import { takeBounceOf } from "../../bank-lines/settle-payout.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { readBankTransaction } from "../transactions/bank-transactions.ts";

type ReturnInput = z.output<typeof returnWithdrawalInput>;

/** The worth of the returned money. @throws DomainError `validation_failed`, `not_found` */
async function worthBack(services: ActServices, { reference }: ReturnInput): Promise<MovedWorth> {
  const record = await withdrawalOf(services.database.read, reference);
  return worthOf(services, record.credit, record.credit_currency);
}

/**
 * Puts a payout that the bank has sent back on the customer's balance again, by an entry that takes back the one which
 * paid it. The customer gets the message by mail. `look` and the plan throw `validation_failed`, `not_found`,
 * `state_conflict` if it was not paid, `rate_unavailable`.
 */
export const returnWithdrawal: ReviewedAct<typeof returnWithdrawalInput, typeof bankTransaction, MovedWorth> =
  {
    title: "Return a withdrawal",
    roles: ["finance"],
    moves: {
      what: "a withdrawal that came back, to the balance",
      people: "by sum",
      why: "a line may have credited its money already",
    },
    confirmed: true,
    errors: ["not_found", "state_conflict", "rate_unavailable"],
    input: returnWithdrawalInput,
    output: bankTransaction,
    look: worthBack,
    plan: async (tx, { services, operator, known }, input) => {
      await lockCredits(tx, (await withdrawalOf(tx, input.reference)).credit_currency);
      const row = await withdrawalOf(tx, input.reference);
      const before = await creditedByLine(tx, services, row, row.credit);
      await reversalOf(tx, row);
      return {
        subject: `withdrawal ${row.reference} of ${row.user_id}`,
        customer: row.user_id,
        details: {
          Customer: `${row.customer_first_name} ${row.customer_last_name}`,
          Amount: exactMoney(row.credit, row.credit_currency),
          ...before.details,
          Message: input.message,
          "Internal note": input.internal_note,
        },
        changes: [
          { customer: row.user_id, currency: row.credit_currency, moves: row.credit },
          { what: `Withdrawal ${row.reference}`, before: stateText(row.status), after: "Returned" },
        ],
        state: `the withdrawal is ${row.status}`,
        reasons: before.reasons,
        worth: known,
        mail: givenBackLetter(services, row, input.message),
        log: givenBackLine(row, input),
        run: async (log) => {
          await giveBack(tx, services, operator, { row, input });
          await takeBounceOf(tx, { ...services, log }, operator, row);
          return readBankTransaction(tx, services.vault, "withdraw", row.reference);
        },
      };
    },
  };
