/** The texts of mails about coins on chain. */
import type { CoinPayeeCopy } from "@wattle/contracts/coin-payees";
import { asSentence } from "@wattle/contracts/sentence";
import type { Transaction } from "@wattle/db/tables";
import type { Config } from "../config.ts";
import type { MailContent } from "./mail-template.ts";
import { mailTime } from "./mail-time.ts";
import { greeting, NOT_YOU } from "./mails.ts";
import { moneyText, seeReceipt, seeWithdrawal } from "./money-mails.ts";

type Payee = Pick<CoinPayeeCopy, "label" | "address">;

/** An address is public, but too long to read: its ends distinguish it. */
const payeeHint = ({ label, address }: Payee): string =>
  `${label}, ${address.slice(0, 8)}…${address.slice(-6)}`;

/** @param from when coins can be sent there, milliseconds since 1970 */
export const coinPayeeAddedMail = (
  firstName: string,
  payee: Payee,
  from: bigint,
  { TIME_ZONE }: Pick<Config, "TIME_ZONE">,
): MailContent => ({
  subject: "Payee added",
  paragraphs: [
    greeting(firstName),
    `${payeeHint(payee)}. Coins can be sent to it from ${mailTime(from, TIME_ZONE)}.`,
    NOT_YOU,
  ],
});

/** @param row what leaves the balance, and what the payee receives, in smallest units */
export const coinWithdrawalRequestedMail = (
  firstName: string,
  row: Pick<Transaction, "id" | "credit" | "debit" | "credit_currency" | "reference">,
  payee: Payee,
  origin: string,
): MailContent => ({
  subject: `Withdrawal requested: ${moneyText(row.credit, row.credit_currency)}`,
  paragraphs: [
    greeting(firstName),
    `We’ll send ${moneyText(row.debit, row.credit_currency)} to ${payeeHint(payee)}. The network fee is ${moneyText(row.credit - row.debit, row.credit_currency)}. Reference ${row.reference}. You can cancel until we sign it.`,
    NOT_YOU,
  ],
  action: seeWithdrawal(origin, row.id),
});

export const coinPayeeProvedMail = (firstName: string, payee: Payee): MailContent => ({
  subject: "Payee proved",
  paragraphs: [
    greeting(firstName),
    `${payeeHint(payee)}. A signature proved who controls it, so coins can be sent to it now.`,
    NOT_YOU,
  ],
});

type Moved = Pick<Transaction, "id" | "credit" | "credit_currency" | "reference">;

/** Coins from a wallet are in the balance. */
export const coinsArrivedMail = (firstName: string, row: Moved, origin: string): MailContent => ({
  subject: `${moneyText(row.credit, row.credit_currency)} has arrived`,
  paragraphs: [greeting(firstName), `It’s in your balance. Reference ${row.reference}.`],
  action: seeReceipt(origin, row.id),
});

/** The chain undid a deposit that was credited. */
export const coinsReturnedMail = (firstName: string, row: Moved, origin: string): MailContent => ({
  subject: `Your deposit ${row.reference} was undone`,
  paragraphs: [
    greeting(firstName),
    `The network undid the payment, so ${moneyText(row.credit, row.credit_currency)} left your balance.`,
    "If the sender pays again, we’ll credit it.",
  ],
  action: seeReceipt(origin, row.id, "See transaction"),
});

/** @param message what staff wrote to the customer */
export const coinWithdrawalRejectedMail = (
  firstName: string,
  row: Moved,
  message: string,
  origin: string,
): MailContent => ({
  subject: `We couldn’t send your withdrawal ${row.reference}`,
  paragraphs: [
    greeting(firstName),
    `The full ${moneyText(row.credit, row.credit_currency)} is back in your balance.`,
    asSentence(message),
    "Check the payee in your address book before you try again.",
  ],
  action: seeWithdrawal(origin, row.id),
});

type SentCoins = Pick<Transaction, "id" | "debit" | "debit_currency" | "reference" | "txid">;

/** The signed payment is with the network. */
export const coinsSentMail = (
  firstName: string,
  row: SentCoins,
  payee: Payee,
  origin: string,
): MailContent => ({
  subject: `${moneyText(row.debit, row.debit_currency)} is on its way`,
  paragraphs: [
    greeting(firstName),
    `We’ve sent it to ${payeeHint(payee)}. Reference ${row.reference}, transaction ${row.txid}.`,
    NOT_YOU,
  ],
  action: seeWithdrawal(origin, row.id),
});

/** A settled block has the payment. */
export const coinsPaidMail = (firstName: string, row: SentCoins, origin: string): MailContent => ({
  subject: `${moneyText(row.debit, row.debit_currency)} has reached its wallet`,
  paragraphs: [
    greeting(firstName),
    `The network has confirmed it. Reference ${row.reference}, transaction ${row.txid}.`,
  ],
  action: seeReceipt(origin, row.id),
});
