import { bankTransaction, completeWithdrawalInput } from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import { mayChange, PENDING_STATUSES } from "@wattle/contracts/transaction-transitions";
import { lockUser } from "@wattle/db/accounts";
import { mayBePaid } from "@wattle/db/holds";
import { batchOfWithdrawal } from "@wattle/db/payouts";
import { exactMoney } from "../../amount-text.ts";
import type { MovedWorth } from "../../audit/people-needed.ts";
import { worthOf } from "../../audit/worth-of.ts";
import { keptBankAccount } from "../../transactions/transaction-detail.ts";
import { requireBooked } from "../../withdrawals/require-booked.ts";
import {
  completedLetter,
  completedLine,
  completePaid,
  withdrawalOf,
} from "../../withdrawals/settle-withdrawal.ts";
import type { ReviewedAct } from "../approvals/act.ts";
import { stateText } from "../approvals/changes.ts";
import { readBankTransaction } from "../transactions/bank-transactions.ts";

/**
 * Records that a withdrawal was paid out by hand: the amount set aside leaves for the bank. The plan throws
 * `validation_failed`, `not_found`, `state_conflict` if it was settled or cancelled before, `validation_failed` at `id`
 * if it differs from the books, `customer_on_hold` if the customer is blocked or withdrawals are on hold.
 */
export const completeWithdrawal: ReviewedAct<
  typeof completeWithdrawalInput,
  typeof bankTransaction,
  MovedWorth
> = {
  title: "Complete a withdrawal",
  roles: ["finance"],
  moves: { what: "a single withdrawal, paid by hand", people: "by sum" },
  confirmed: true,
  errors: ["customer_on_hold", "not_found", "state_conflict"],
  input: completeWithdrawalInput,
  output: bankTransaction,
  look: async (services, { reference }) => {
    const row = await withdrawalOf(services.database.read, reference);
    return worthOf(services, row.credit, row.credit_currency);
  },
  plan: async (tx, { services, operator, known }, { reference, bank_reference, internal_note }) => {
    const { user_id } = await withdrawalOf(tx, reference);
    // Locked, so that the customer is neither blocked nor held between this look and the commit.
    const customer = await lockUser(tx, user_id);
    const row = await withdrawalOf(tx, reference);
    if (customer !== undefined && !mayBePaid(customer) && PENDING_STATUSES.has(row.status)) {
      throw new DomainError("customer_on_hold");
    }
    const inBatch = (await batchOfWithdrawal(tx, row.id)) !== null;
    // Only a settled block completes a withdrawal of coins.
    const isCoin = row.coin_payee_id !== null;
    if (isCoin || inBatch || !mayChange("withdraw", row.status, "completed", "operator"))
      throw new DomainError("state_conflict");
    await requireBooked(tx, [row], { ids: [row.id] });
    const paid = { row, bankReference: bank_reference, note: internal_note };
    return {
      subject: `withdrawal ${row.reference} of ${user_id}`,
      customer: user_id,
      payees: [keptBankAccount(services.vault, row)?.account_name ?? []].flat(),
      once: row.id,
      details: {
        Customer: `${row.customer_first_name} ${row.customer_last_name}`,
        Amount: exactMoney(row.credit, row.credit_currency),
        "Bank reference": bank_reference,
        "Internal note": internal_note,
      },
      changes: [{ what: `Withdrawal ${row.reference}`, before: stateText(row.status), after: "Completed" }],
      state: `the withdrawal is ${row.status}`,
      reasons: [],
      worth: known,
      mail: completedLetter(services, paid),
      log: completedLine(paid),
      run: async () => {
        await completePaid(tx, services, operator, paid);
        return readBankTransaction(tx, services.vault, "withdraw", row.reference);
      },
    };
  },
};
