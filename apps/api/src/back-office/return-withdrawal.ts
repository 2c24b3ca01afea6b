import {
  bankTransaction,
  returnWithdrawalInput,
  type BankTransactionRecord,
} from "@wattle/contracts/bank-operations";
import { DomainError } from "@wattle/contracts/errors";
import { currencyOf } from "@wattle/contracts/markets";
import type { BankTransaction } from "@wattle/db/bank-transactions";
import type { WriteTx } from "@wattle/db/database";
import { listTransactionEvents } from "@wattle/db/history";
import { reversePostings, type Posting } from "@wattle/db/ledger/post-entry";
import { entriesOfTransaction } from "@wattle/db/receipts";
import type { LedgerAccountId } from "@wattle/db/ledger/accounts";
import type { z } from "zod";
import { exactMoney } from "../amount-text.ts";
import { recordAct, type Operator } from "../audit/record-act.ts";
import { withdrawalReturnedMail } from "../mail/money-mails.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { changeStatus } from "../transactions/change-status.ts";
import { actDetails, releasePosting, withdrawalOf } from "../withdrawals/settle-withdrawal.ts";
import type { ActServices, Plan, ReviewedAct } from "./approvals/act.ts";
import { worthOfCredit } from "./approvals/worth-of-credit.ts";
import { readBankTransaction } from "./bank-transactions.ts";

type ReturnInput = z.output<typeof returnWithdrawalInput>;

/** The entry that paid a withdrawal, with what takes it back. @throws DomainError `state_conflict` where nothing was paid */
async function reversalOf(
  tx: WriteTx,
  row: BankTransaction,
): Promise<{ readonly reverses: string; readonly postings: readonly Posting[] }> {
  const events = await listTransactionEvents(tx, row.user_id, row.id);
  const paid = events.findLast(({ to_status }) => to_status === "completed")?.entry_id;
  const entry = (await entriesOfTransaction(tx, row.user_id, row.id)).find(({ id }) => id === paid);
  if (row.status !== "completed" || entry === undefined) throw new DomainError("state_conflict");
  const postings = entry.postings.map(({ source_account, destination_account, currency, amount }) => ({
    source: source_account as LedgerAccountId,
    destination: destination_account as LedgerAccountId,
    currency,
    amount,
  }));
  // To what was set aside, and from there to what can be spent.
  return { reverses: entry.id, postings: [...reversePostings(postings), releasePosting(row)] };
}

async function giveBack(
  tx: WriteTx,
  services: ActServices,
  operator: Operator,
  { row, input }: { readonly row: BankTransaction; readonly input: ReturnInput },
): Promise<BankTransactionRecord> {
  await changeStatus(tx, services, row, {
    to: "returned",
    by: { kind: "operator", id: operator.id, approvedBy: operator.approvedBy },
    reason: input.message,
    entry: {
      kind: "withdrawal_returned",
      description: `Returned withdrawal ${row.reference}`,
      ...(await reversalOf(tx, row)),
    },
  });
  await recordAct(tx, services, operator, {
    action: "withdrawal.returned",
    subject: row.id,
    details: { ...actDetails(row), message: input.message, internal_note: input.internal_note },
  });
  await queueMail(tx, services, {
    to: row.customer_email,
    mail: withdrawalReturnedMail(row.customer_first_name, row, input.message, services.config.APP_ORIGIN),
  });
  return readBankTransaction(tx, services.vault, "withdraw", row.reference);
}

/** What the money is worth that comes back. @throws DomainError `validation_failed`, `not_found` */
async function worthBack(
  services: ActServices,
  { reference }: ReturnInput,
): Promise<Plan<unknown>["credit"]> {
  const record = await withdrawalOf(services.database.read, reference);
  const currency = currencyOf(record.credit_currency);
  return currency === undefined ? "unknown" : worthOfCredit(services, record.credit, currency);
}

/**
 * Puts a payout that the bank has sent back on the customer's balance again, by an entry that takes back the one which paid it. The
 * customer gets the message by mail. `look` and the plan throw `validation_failed`, `not_found`, `state_conflict` where it was not
 * paid, `rate_unavailable`.
 */
export const returnWithdrawal: ReviewedAct<
  typeof returnWithdrawalInput,
  typeof bankTransaction,
  Plan<unknown>["credit"]
> = {
  title: "Return a withdrawal",
  errors: ["not_found", "state_conflict", "rate_unavailable"],
  input: returnWithdrawalInput,
  output: bankTransaction,
  look: worthBack,
  plan: async (tx, { services, operator, known }, input) => {
    const row = await withdrawalOf(tx, input.reference);
    await reversalOf(tx, row);
    return {
      subject: `withdrawal ${row.reference} of ${row.customer_email}`,
      customer: row.user_id,
      details: {
        Customer: `${row.customer_first_name} ${row.customer_last_name}`,
        Amount: exactMoney(row.credit, row.credit_currency),
        Message: input.message,
        "Internal note": input.internal_note,
      },
      state: `the withdrawal is ${row.status}`,
      reasons: [],
      credit: known,
      run: () => giveBack(tx, services, operator, { row, input }),
    };
  },
};
