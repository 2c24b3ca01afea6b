import { bankTransaction, rejectWithdrawalInput } from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import { mayChange } from "@wattle/contracts/transaction-transitions";
import { coinWithdrawalRejectedMail } from "../../mail/coin-mails.ts";
import { withdrawalRejectedMail } from "../../mail/money-mails.ts";
import { changeStatus } from "../../transactions/change-status.ts";
import { actDetails, releasePosting, withdrawalOf } from "../../withdrawals/settle-withdrawal.ts";
import { stateText } from "../approvals/changes.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { readBankTransaction } from "../transactions/bank-transactions.ts";

/** Rejects a withdrawal: the amount set aside can be spent again, and the customer reads the message. */
export const rejectWithdrawal = alone({
  title: "Reject a withdrawal",
  roles: ["finance"],
  moves: {
    what: "a withdrawal, back to the customer's own balance",
    people: "one",
    why: "the money stays the customer's",
  },
  confirmed: true,
  errors: ["not_found", "state_conflict"],
  input: rejectWithdrawalInput,
  output: bankTransaction,
  plan: async (tx, { services, operator }, { reference, message, internal_note }) => {
    const row = await withdrawalOf(tx, reference);
    if (!mayChange("withdraw", row.status, "rejected", "operator")) throw new DomainError("state_conflict");
    const { user_id: customer, credit_currency: currency, credit } = row;
    return {
      subject: `withdrawal ${row.reference} of ${customer}`,
      customer,
      changes: [
        { customer, currency, moves: credit },
        { what: `Withdrawal ${row.reference}`, before: stateText(row.status), after: "Rejected" },
      ],
      mail: {
        to: row.customer_email,
        mail: (row.coin_payee_id === null ? withdrawalRejectedMail : coinWithdrawalRejectedMail)(
          row.customer_first_name,
          row,
          message,
          services.config.APP_ORIGIN,
        ),
      },
      log: {
        action: "withdrawal.rejected",
        subject: row.id,
        details: { ...actDetails(row), message, internal_note },
      },
      run: async () => {
        await changeStatus(tx, services, row, {
          to: "rejected",
          by: { kind: "operator", id: operator.id },
          reason: message,
          entry: {
            kind: "withdrawal_rejected",
            description: `Rejected withdrawal ${row.reference}`,
            postings: [releasePosting(row)],
            ...(row.entry_id !== null && { reverses: row.entry_id }),
          },
        });
        return readBankTransaction(tx, services.vault, "withdraw", row.reference);
      },
    };
  },
});
