/** The texts of mails about deposits, withdrawals and bank accounts. */
import { toAmount } from "@wattle/exchange-core/amount";
import { currencyOf } from "@wattle/contracts/markets";
import { displayAmount } from "@wattle/exchange-core/display";
import type { BankAccountCopy } from "@wattle/contracts/history";
import type { Transaction as TransactionRow } from "@wattle/db/tables";
import type { MailContent } from "./mail-template.ts";
import { mailTime } from "./mail-time.ts";

type Moved = Pick<TransactionRow, "credit" | "credit_currency" | "reference">;

const HISTORY = "/dashboard/transactions-history";
const SHOWN_DIGITS = 3;

/** `AUD 1,234.50`; the currency first, so that the amount is read as money. */
export function moneyText(units: bigint, code: string): string {
  const currency = currencyOf(code);
  if (currency === undefined) throw new Error(`the database holds the unknown currency ${code}`);
  return `${code} ${displayAmount(toAmount(units, currency), currency)}`;
}

const amountOf = (row: Moved): string => moneyText(row.credit, row.credit_currency);

/** A mail can be read by anyone who sees the screen it is on: the account is only hinted at. */
const accountHint = ({ bank_name, account_number }: BankAccountCopy): string =>
  `${bank_name}, account number ending in ${account_number.slice(-SHOWN_DIGITS)}`;

/** Informs the owner of an account to which money can be withdrawn, who may not be the one who added or changed it. */
export function bankAccountSavedMail(
  firstName: string,
  what: "added" | "changed",
  account: Pick<BankAccountCopy, "bank_name" | "account_number"> & { readonly held_until: bigint },
  origin: string,
): MailContent {
  const subject = `Bank account ${what}`;
  return {
    subject,
    heading: subject,
    paragraphs: [
      `Hi ${firstName},`,
      `${account.bank_name}, account ending in ${account.account_number.slice(-SHOWN_DIGITS)}. You can withdraw to it from ${mailTime(account.held_until)}.`,
      "Wasn’t you? Change your password and contact support.",
    ],
    action: { label: "See bank accounts", url: `${origin}/dashboard/bank-account` },
  };
}

const seeHistory = (origin: string) => ({ label: "See my transactions", url: `${origin}${HISTORY}` });

/** @param announced what was announced, smallest units, where something else came */
export function depositArrivedMail(
  firstName: string,
  row: Moved,
  announced: bigint | undefined,
  origin: string,
): MailContent {
  return {
    subject: `Your deposit of ${amountOf(row)} has arrived`,
    heading: "Your deposit has arrived",
    paragraphs: [
      `Hello ${firstName},`,
      `${amountOf(row)} has arrived under the reference ${row.reference} and is in your balance.`,
      ...(announced === undefined
        ? []
        : [
            `You had announced ${moneyText(announced, row.credit_currency)}. We credit what came, without any fee.`,
          ]),
    ],
    action: seeHistory(origin),
  };
}

export function depositReturnedMail(
  firstName: string,
  row: Moved,
  reason: string,
  origin: string,
): MailContent {
  return {
    subject: `Your deposit ${row.reference} was returned`,
    heading: "Your deposit was returned",
    paragraphs: [
      `Hello ${firstName},`,
      `your payment under the reference ${row.reference} goes back to the account it came from, because:`,
      reason,
    ],
    action: seeHistory(origin),
  };
}

export function withdrawalRequestedMail(
  firstName: string,
  row: Moved,
  account: BankAccountCopy,
  origin: string,
): MailContent {
  return {
    subject: `Withdrawal of ${amountOf(row)} requested`,
    heading: "We have your withdrawal",
    paragraphs: [
      `Hello ${firstName},`,
      `we’ll pay ${amountOf(row)} to ${accountHint(account)}, on business days. The reference is ${row.reference}.`,
      "You can cancel it among your transactions until we do. If you did not request it, cancel it and change your password.",
    ],
    action: seeHistory(origin),
  };
}

export function withdrawalCompletedMail(
  firstName: string,
  row: Moved,
  account: BankAccountCopy,
  bankReference: string,
  origin: string,
): MailContent {
  return {
    subject: `Your withdrawal of ${amountOf(row)} was paid out`,
    heading: "Your withdrawal was paid out",
    paragraphs: [
      `Hello ${firstName},`,
      `we have paid ${amountOf(row)} to ${accountHint(account)}. The bank's reference is ${bankReference}, ours is ${row.reference}.`,
    ],
    action: seeHistory(origin),
  };
}

export function withdrawalRejectedMail(
  firstName: string,
  row: Moved,
  reason: string,
  origin: string,
): MailContent {
  return {
    subject: `Your withdrawal ${row.reference} was not paid out`,
    heading: "Your withdrawal was not paid out",
    paragraphs: [
      `Hello ${firstName},`,
      `we could not pay out ${amountOf(row)}. All of it is back in your balance. The reason:`,
      reason,
    ],
    action: seeHistory(origin),
  };
}

export function withdrawalCancelledMail(firstName: string, row: Moved, origin: string): MailContent {
  return {
    subject: `Your withdrawal ${row.reference} was cancelled`,
    heading: "Your withdrawal was cancelled",
    paragraphs: [
      `Hello ${firstName},`,
      `you have cancelled the withdrawal ${row.reference}. All of its ${amountOf(row)} is back in your balance.`,
      "If this was not you, change your password and write to us.",
    ],
    action: seeHistory(origin),
  };
}
