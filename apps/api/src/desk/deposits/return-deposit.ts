import { bankTransaction, returnDepositInput } from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { mayChange } from "@wattle/contracts/transaction-transitions";
import { InsufficientFundsError } from "@wattle/db/ledger/post-entry";
import { exactMoney } from "../../amount-text.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { depositOf, returnedLetter, returnedLine, returnRow } from "../../deposits/settle-deposit.ts";
import type { ReviewedAct } from "../approvals/act.ts";
import { stateText } from "../approvals/changes.ts";
import { readBankTransaction } from "../transactions/bank-transactions.ts";

/**
 * Sends a payment back to where it came from. One that was credited leaves the customer's balance again by the entry
 * that reverses its credit, as long as the customer has it; one that was not moves nothing in the books. The plan throws
 * `validation_failed`, `not_found`, `state_conflict`; doing it `insufficient_funds`.
 */
export const returnDeposit: ReviewedAct<typeof returnDepositInput, typeof bankTransaction, MovedWorth> = {
  title: "Return a deposit",
  roles: ["finance"],
  moves: { what: "a deposit, back to its payer", people: "by sum" },
  confirmed: true,
  errors: ["not_found", "state_conflict", "insufficient_funds"],
  input: returnDepositInput,
  output: bankTransaction,
  look: async (services, { reference }) => {
    const row = await depositOf(services.database.read, reference);
    return worthOf(services, row.credit, row.credit_currency);
  },
  plan: async (tx, { services, operator, known }, { reference, ...given }) => {
    const row = await depositOf(tx, reference);
    if (!mayChange("deposit", row.status, "returned", "operator")) throw new DomainError("state_conflict");
    const { user_id: customer, credit_currency: currency, credit } = row;
    return {
      subject: `deposit ${row.reference} of ${customer}`,
      customer,
      once: row.id,
      details: {
        Customer: `${row.customer_first_name} ${row.customer_last_name}`,
        Amount: exactMoney(credit, currency),
        Message: given.message,
        "Internal note": given.internal_note,
      },
      changes: [
        ...(row.status === "completed" ? [{ customer, currency, moves: -credit }] : []),
        { what: `Deposit ${row.reference}`, before: stateText(row.status), after: "Returned" },
      ],
      state: `the deposit is ${row.status}`,
      reasons: [],
      worth: known,
      mail: returnedLetter(services, row, given.message),
      log: returnedLine(row, given),
      run: async () => {
        try {
          await returnRow(tx, services, operator, row, given);
        } catch (failed) {
          if (!(failed instanceof InsufficientFundsError)) throw failed;
          throw DomainError.at("reference", "insufficient_funds", OWN_MESSAGES.moneySpent);
        }
        return readBankTransaction(tx, services.vault, "deposit", row.reference);
      },
    };
  },
};
