import { bankTransaction, writeAboutDepositInput } from "@wattle/contracts/bank-operations";
import { asInternalNote } from "@wattle/contracts/staff-texts";
import { insertCustomerNote } from "@wattle/db/customer-notes";
import { depositOf } from "../../deposits/settle-deposit.ts";
import { aboutDepositMail } from "../../mail/money-mails.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { readBankTransaction } from "../transactions/bank-transactions.ts";

/** Emails a customer about a deposit. The words are kept with the customer's notes, and the log has none of them. */
export const writeAboutDeposit = alone({
  title: "Write to a customer about a deposit",
  roles: ["support", "finance"],
  errors: ["not_found", "state_conflict"],
  input: writeAboutDepositInput,
  output: bankTransaction,
  plan: async (tx, { services, operator }, { reference, message }) => {
    const { config, clock, ids, vault } = services;
    const row = await depositOf(tx, reference);
    const { id: subject, user_id: customer } = row;
    const note = {
      id: ids.uuid(),
      user_id: customer,
      author: operator.id,
      note: asInternalNote(`Email about deposit ${row.reference}: ${message}`),
      created_at: BigInt(clock.now()),
    };
    return {
      subject: `deposit ${row.reference} of ${customer}`,
      customer,
      changes: [],
      mail: {
        to: row.customer_email,
        replyTo: config.brand.supportEmail,
        mail: aboutDepositMail(row.customer_first_name, row, message, config.APP_ORIGIN),
      },
      log: {
        action: "deposit.emailed",
        subject,
        details: { reference: row.reference, customer, note: note.id },
      },
      run: async () => {
        await insertCustomerNote(tx, note);
        return readBankTransaction(tx, vault, "deposit", row.reference);
      },
    };
  },
});
