import { bankTransaction, expireDepositInput } from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import { mayChange } from "@wattle/contracts/transaction-transitions";
import { depositOf } from "../../deposits/settle-deposit.ts";
import { changeStatus } from "../../transactions/change-status.ts";
import { stateText } from "../approvals/changes.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { readBankTransaction } from "../transactions/bank-transactions.ts";

/** Expires an unpaid deposit early. A later payment can still be credited. */
export const expireDeposit = alone({
  title: "Expire a deposit",
  roles: ["finance"],
  errors: ["not_found", "state_conflict"],
  input: expireDepositInput,
  output: bankTransaction,
  plan: async (tx, { services, operator }, { reference, message, internal_note }) => {
    const row = await depositOf(tx, reference);
    if (!mayChange("deposit", row.status, "expired", "operator")) throw new DomainError("state_conflict");
    const { id: subject, user_id: customer } = row;
    return {
      subject: `deposit ${row.reference} of ${customer}`,
      customer,
      changes: [{ what: `Deposit ${row.reference}`, before: stateText(row.status), after: "Expired" }],
      ...(message !== undefined && { reads: { to: null, subject: "In the history", text: message } }),
      log: {
        action: "deposit.expired",
        subject,
        details: { reference: row.reference, customer, message, internal_note },
      },
      run: async () => {
        await changeStatus(tx, services, row, {
          to: "expired",
          by: { kind: "operator", id: operator.id },
          reason: message ?? null,
        });
        return readBankTransaction(tx, services.vault, "deposit", row.reference);
      },
    };
  },
});
