import type { BankTransactionRecord, BankTransactionSummary } from "@wattle/contracts/bank-operations";
import { TRANSACTION_STATUSES } from "@wattle/contracts/history-rules";
import { PAYMENT_METHOD_NAMES } from "@wattle/contracts/payment-methods";
import { customerId, oneOf, pageOf, UsageError, type CommandContext } from "./command.ts";

/** The options of both lists, apart from the page. */
export const LIST_OPTIONS = {
  status: { type: "string" },
  customer: { type: "string" },
  order: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  amount: { type: "string" },
  method: { type: "string" },
  text: { type: "string" },
} as const;

/** Arguments of both lists, for the help. */
export const LIST_TAKES =
  "[--status STATUS|all] [--customer CUSTOMER] [--from DAY] [--to DAY] [--amount AMOUNT] [--method METHOD] [--text TEXT] [--order newest]";

const PLAIN_FILTERS = ["from", "to", "amount", "text"] as const;

/** The input of `ops.deposits.list` and `ops.withdrawals.list`, from a list command's options. */
export async function listInput(context: CommandContext, usualStatus: BankTransactionSummary["status"]) {
  const text = context.option("status") ?? usualStatus;
  const status = text === "all" ? undefined : TRANSACTION_STATUSES.find((known) => known === text);
  if (status === undefined && text !== "all") throw new UsageError(`${text}: unknown status`);
  const order = context.option("order") ?? "oldest";
  if (order !== "oldest" && order !== "newest")
    throw new UsageError(`${order}: choose one of oldest, newest`);
  const name = context.option("customer");
  const method = context.option("method");
  const plain = PLAIN_FILTERS.map((filter) => [filter, context.option(filter)] as const);
  return {
    ...pageOf(context),
    ...Object.fromEntries(plain.filter(([, value]) => value !== undefined)),
    ...(method !== undefined && { method: oneOf(PAYMENT_METHOD_NAMES, method) }),
    ...(status !== undefined && { status }),
    ...(name !== undefined && { customer: await customerId(context, name) }),
    newest_first: order === "newest",
  };
}

/** One line of a list. */
export function listRow(row: BankTransactionSummary) {
  return {
    created_at: row.created_at,
    reference: row.reference,
    amount: row.credit,
    currency: row.credit_currency,
    status: row.status,
    customer: row.customer.email,
    name: `${row.customer.first_name} ${row.customer.last_name}`,
  };
}

/** All there is to say of one deposit or withdrawal. */
export function recordLines({ events, customer, bank_account, coin_payee, ...row }: BankTransactionRecord) {
  return {
    reference: row.reference,
    id: row.id,
    status: row.status,
    amount: `${row.credit} ${row.credit_currency}`,
    announced: row.announced,
    payment_method: row.payment_method,
    ...(row.bill_reference !== null && { bill_reference: row.bill_reference }),
    bank_reference: row.bank_reference,
    customer: `${customer.first_name} ${customer.last_name} <${customer.email}>`,
    customer_id: customer.id,
    ...(bank_account !== null && {
      account_name: bank_account.account_name,
      bank: [bank_account.bank_name, bank_account.bank_code].filter(Boolean).join(" "),
      bsb: bank_account.bsb,
      account_number: bank_account.account_number,
    }),
    ...(coin_payee !== null && { payee: coin_payee.label, address: coin_payee.address }),
    created_at: row.created_at,
    expires_at: row.expires_at,
    events: events.map(({ created_at, to_status, actor, reason }) => ({
      created_at,
      to_status,
      actor,
      reason,
    })),
  };
}
