/** The texts of mails about deposits, withdrawals and bank accounts. */
import { toAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import { displayAmount } from "@wattle/exchange-core/display";
import { asSentence } from "@wattle/contracts/sentence";
import { midSentence } from "@wattle/contracts/staff-times";
import type { BankAccountCopy } from "@wattle/contracts/history";
import type { Transaction as TransactionRow } from "@wattle/db/tables";
import type { Config } from "../config.ts";
import type { MailContent } from "./mail-template.ts";
import { amountText } from "../amount-text.ts";
import { mailTime } from "./mail-time.ts";
import { greeting, NOT_YOU } from "./mails.ts";

type Moved = Pick<TransactionRow, "id" | "credit" | "credit_currency" | "reference">;

const SHOWN_DIGITS = 3;

/** `1,234.50 AUD` */
export function moneyText(units: bigint, code: string): string {
  const currency = currencyOf(code);
  if (currency === undefined) throw new Error(`the database holds the unknown currency ${code}`);
  return `${displayAmount(toAmount(units, currency), currency)} ${code}`;
}

const amountOf = (row: Pick<Moved, "credit" | "credit_currency">): string =>
  moneyText(row.credit, row.credit_currency);

/** A mail can be read by anyone who sees the screen it is on: the account is only hinted at. */
const accountHint = ({
  bank_name,
  account_number,
}: Pick<BankAccountCopy, "bank_name" | "account_number">): string =>
  `${bank_name}, account ending in ${account_number.slice(-SHOWN_DIGITS)}`;

/** @param id of the transaction */
export const seeReceipt = (
  origin: string,
  id: string,
  label: "See receipt" | "See transaction" = "See receipt",
) => ({ label, url: `${origin}/dashboard/transactions-history/receipt?id=${encodeURIComponent(id)}` });

/** @param id of the withdrawal */
export const seeWithdrawal = (origin: string, id: string) => ({
  label: "See withdrawal",
  url: `${origin}/dashboard/withdraw-money?id=${encodeURIComponent(id)}`,
});

const LONG_MONTH = new Intl.DateTimeFormat("en-AU", { month: "long", year: "numeric", timeZone: "UTC" });

/** `October 2026`. @param month `2026-10` */
export const monthWords = (month: string): string => LONG_MONTH.format(Date.parse(`${month}-01`));

/** Sent once for a month, unless the customer wants none. @param month `2026-10` */
export const statementReadyMail = (firstName: string, month: string, origin: string): MailContent => ({
  subject: `Your ${monthWords(month)} statement is ready`,
  paragraphs: [greeting(firstName), "Balances and every transaction, as PDF or CSV."],
  action: { label: "See statement", url: `${origin}/dashboard/statements` },
});

/** Informs the owner of an account to which money can be withdrawn, who may not be the one who added or changed it. */
export function bankAccountSavedMail(
  firstName: string,
  what: "added" | "changed",
  account: Pick<BankAccountCopy, "bank_name" | "account_number"> & { readonly held_until: bigint },
  { APP_ORIGIN, TIME_ZONE }: Pick<Config, "APP_ORIGIN" | "TIME_ZONE">,
): MailContent {
  return {
    subject: `Bank account ${what}`,
    paragraphs: [
      greeting(firstName),
      `${accountHint(account)}. You can withdraw to it from ${mailTime(account.held_until, TIME_ZONE)}.`,
      NOT_YOU,
    ],
    action: { label: "See bank accounts", url: `${APP_ORIGIN}/dashboard/bank-account` },
  };
}

/** Sent once where the owner asked for it. */
export function bankAccountFreeMail(
  firstName: string,
  account: Pick<BankAccountCopy, "bank_name" | "account_number">,
  origin: string,
): MailContent {
  return {
    subject: "Your bank account is ready",
    paragraphs: [greeting(firstName), `You can now withdraw to ${accountHint(account)}.`],
    action: { label: "Withdraw money", url: `${origin}/dashboard/withdraw-money` },
  };
}

/** @param planned the planned amount, smallest units, where something else arrived */
export function depositArrivedMail(
  firstName: string,
  row: Omit<Moved, "id">,
  planned: bigint | undefined,
  { APP_ORIGIN: origin, brand }: Pick<Config, "APP_ORIGIN" | "brand">,
): MailContent {
  const purchase = new URLSearchParams({
    from: row.credit_currency,
    to: brand.markets.defaultPair.credit,
    amount: amountText(row.credit, row.credit_currency),
  });
  return {
    subject: `${amountOf(row)} has arrived`,
    paragraphs: [
      greeting(firstName),
      `It’s in your balance. Reference ${row.reference}.`,
      ...(planned === undefined
        ? []
        : [`You planned to send ${moneyText(planned, row.credit_currency)}. We credited what arrived.`]),
    ],
    action: { label: "Buy crypto", url: `${origin}/dashboard/currency-exchange?${purchase.toString()}` },
  };
}

/** @param message what staff wrote to the customer */
export function depositReturnedMail(
  firstName: string,
  row: Moved,
  message: string,
  origin: string,
): MailContent {
  return {
    subject: `Your deposit ${row.reference} was returned`,
    paragraphs: [greeting(firstName), "It’s going back to the account it came from.", asSentence(message)],
    action: seeReceipt(origin, row.id, "See transaction"),
  };
}

/** Answers a customer who asks about a deposit. @param message what staff wrote to the customer */
export const aboutDepositMail = (
  firstName: string,
  row: Moved,
  message: string,
  origin: string,
): MailContent => ({
  subject: `About your deposit ${row.reference}`,
  paragraphs: [greeting(firstName), asSentence(message)],
  action: seeReceipt(origin, row.id, "See transaction"),
});

export function withdrawalRequestedMail(
  firstName: string,
  row: Moved,
  account: BankAccountCopy,
  origin: string,
): MailContent {
  return {
    subject: `Withdrawal requested: ${amountOf(row)}`,
    paragraphs: [
      greeting(firstName),
      `We’ll pay it to ${accountHint(account)}. Reference ${row.reference}. You can cancel until we do.`,
      NOT_YOU,
    ],
    action: seeWithdrawal(origin, row.id),
  };
}

export function withdrawalCompletedMail(
  firstName: string,
  row: Moved,
  account: BankAccountCopy,
  bankReference: string,
  { APP_ORIGIN: origin, brand }: Pick<Config, "APP_ORIGIN" | "brand">,
): MailContent {
  return {
    subject: `We’ve paid your withdrawal of ${amountOf(row)}`,
    paragraphs: [
      greeting(firstName),
      `It’s going to ${accountHint(account)}, ${midSentence(brand.times.arrives)}. Reference ${row.reference}, bank reference ${bankReference}.`,
    ],
    action: seeReceipt(origin, row.id),
  };
}

/** @param message what staff wrote to the customer */
const whyNot = (message: string): readonly string[] => [
  asSentence(message),
  "Check your bank account before you try again.",
];

/** @param message what staff wrote to the customer */
export function withdrawalRejectedMail(
  firstName: string,
  row: Moved,
  message: string,
  origin: string,
): MailContent {
  return {
    subject: `We couldn’t pay your withdrawal ${row.reference}`,
    paragraphs: [
      greeting(firstName),
      `The full ${amountOf(row)} is back in your balance.`,
      ...whyNot(message),
    ],
    action: seeWithdrawal(origin, row.id),
  };
}

/** @param message what staff wrote to the customer */
export function withdrawalReturnedMail(
  firstName: string,
  row: Moved,
  message: string,
  origin: string,
): MailContent {
  return {
    subject: `Your bank returned ${amountOf(row)}`,
    paragraphs: [greeting(firstName), "It’s back in your balance.", ...whyNot(message)],
    action: seeWithdrawal(origin, row.id),
  };
}

export function withdrawalCancelledMail(firstName: string, row: Moved, origin: string): MailContent {
  return {
    subject: `Withdrawal ${row.reference} cancelled`,
    paragraphs: [greeting(firstName), `The full ${amountOf(row)} is back in your balance.`, NOT_YOU],
    action: seeReceipt(origin, row.id, "See transaction"),
  };
}
