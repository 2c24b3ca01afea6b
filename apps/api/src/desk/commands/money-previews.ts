/** Previews of acts that move money, in words and numbers, for the question before them. */
import { decimalText, decimalUnits, isZero, mostDecimals, trimDecimals } from "@wattle/exchange-core/decimal";
import type { CommandContext } from "./command.ts";
import { customerId, oneOf } from "./command.ts";

/** The procedure refuses other text. */
const AMOUNT = /^\d{1,18}(?:\.\d{1,8})?$/;

/** How many times one amount is of another, such as `100 times`, to two decimals; undefined if that cannot be said. */
function timesOf(amount: string, of: string): string | undefined {
  if (!AMOUNT.test(amount) || !AMOUNT.test(of) || isZero(of)) return undefined;
  const decimals = mostDecimals([amount, of]);
  const hundredths = (decimalUnits(amount, decimals) * 100n) / decimalUnits(of, decimals);
  return `${trimDecimals(decimalText(hundredths, 2))} times`;
}

interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

const personText = ({ first_name, last_name, email }: Person): string =>
  `${first_name} ${last_name} <${email}>`;

/** Previews `deposits confirm`. */
export async function creditPreview(context: CommandContext) {
  const [reference, amount] = [context.word(0), context.word(1)];
  const deposit = await context.ops.deposits.find({ reference });
  const planned = deposit.announced ?? deposit.credit;
  return {
    credit: `${amount} ${deposit.credit_currency}`,
    customer: personText(deposit.customer),
    announced: `${planned} ${deposit.credit_currency}`,
    factor: timesOf(amount, planned) ?? null,
    status: deposit.status,
  };
}

/** Previews `deposits return`. */
export async function returnPreview(context: CommandContext) {
  const message = context.needed("message");
  const deposit = await context.ops.deposits.find({ reference: context.word(0) });
  return {
    return: `${deposit.credit} ${deposit.credit_currency}`,
    customer: personText(deposit.customer),
    status: deposit.status,
    message,
  };
}

async function withdrawalOf(context: CommandContext) {
  const withdrawal = await context.ops.withdrawals.find({ reference: context.word(0) });
  const account = withdrawal.bank_account;
  return {
    amount: `${withdrawal.credit} ${withdrawal.credit_currency}`,
    customer: personText(withdrawal.customer),
    to:
      account &&
      [account.bank_name, account.bsb ?? account.bank_code, account.account_number].filter(Boolean).join(" "),
    status: withdrawal.status,
  };
}

/** Previews `withdrawals complete`. */
export async function payoutPreview(context: CommandContext) {
  const reference = context.needed("bank-reference");
  const { amount, ...rest } = await withdrawalOf(context);
  return { "paid out": amount, ...rest, "bank reference": reference };
}

/** Previews `withdrawals reject` and `withdrawals return`. */
export async function rejectionPreview(context: CommandContext) {
  const message = context.needed("message");
  const { amount, customer, status } = await withdrawalOf(context);
  return { "give back": amount, customer, status, message };
}

/** Previews `ledger adjust`. */
export async function adjustmentPreview(context: CommandContext) {
  const [direction, amount, currency] = [context.word(1), context.word(2), context.word(3).toUpperCase()];
  const note = context.needed("internal-note");
  const { user, balance } = await context.ops.customers.get({
    id: await customerId(context, context.word(0)),
  });
  return {
    [direction]: `${amount} ${currency}`,
    customer: personText(user),
    balance: `${balance[currency] ?? "0"} ${currency}`,
    "internal note": note,
  };
}

/** Previews `onramp resolve`. */
export async function resolutionPreview(context: CommandContext) {
  const decision = oneOf(["credit", "close"], context.word(1));
  const amount = decision === "credit" ? context.word(2) : undefined;
  const note = context.needed("internal-note");
  const order = await context.ops.onramp.find({ id: context.word(0) });
  const customer =
    order.customer_id === null ? undefined : await context.ops.customers.get({ id: order.customer_id });
  return {
    [decision]: amount === undefined ? order.id : `${amount} ${order.crypto_currency}`,
    customer: customer === undefined ? "test page" : personText(customer.user),
    paid: `${order.fiat_amount} ${order.fiat_currency}`,
    reported: order.crypto_amount === null ? null : `${order.crypto_amount} ${order.crypto_currency}`,
    factor:
      (amount !== undefined && order.crypto_amount !== null && timesOf(amount, order.crypto_amount)) || null,
    status: order.status,
    "why it waits": order.note,
    "internal note": note,
  };
}

/** Previews `approvals approve`. */
export async function approvalPreview(context: CommandContext) {
  const request = await context.ops.approvals.find({ id: context.word(0) });
  return {
    approve: request.title,
    subject: request.subject,
    ...Object.fromEntries(request.details.map(({ name, value }) => [name.toLowerCase(), value])),
    ...Object.fromEntries(
      request.changes.map(({ what, before, after, now }) => [
        now ? `${what}, as of now` : what,
        `${before} → ${after}`,
      ]),
    ),
    ...(request.reads !== null && {
      "the customer reads": `${request.reads.subject}: ${request.reads.text}`,
    }),
    reasons: request.reasons.join(" "),
    "asked for by": request.proposed_by.email || request.proposed_by.name,
    status: request.status,
  };
}
