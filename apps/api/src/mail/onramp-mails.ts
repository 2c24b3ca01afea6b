/** The texts of mails about card payments. */
import type { MailContent } from "./mail-template.ts";
import { greeting } from "./mails.ts";
import { moneyText, seeReceipt } from "./money-mails.ts";

interface Arrived {
  readonly id: string;
  readonly debit: bigint;
  readonly debit_currency: string;
  readonly reference: string;
}

/** Coins bought by card have arrived. */
export function coinsArrivedMail(firstName: string, row: Arrived, origin: string): MailContent {
  return {
    subject: `${moneyText(row.debit, row.debit_currency)} arrived`,
    paragraphs: [greeting(firstName), `Your card purchase is in your balance. Reference ${row.reference}.`],
    action: seeReceipt(origin, row.id),
  };
}

/** A card payment was refunded, so the coins leave again. */
export function coinsRefundedMail(firstName: string, row: Arrived, origin: string): MailContent {
  return {
    subject: `Your card payment ${row.reference} was refunded`,
    paragraphs: [
      greeting(firstName),
      `The provider refunded you, so ${moneyText(row.debit, row.debit_currency)} left your balance.`,
    ],
    action: seeReceipt(origin, row.id, "See transaction"),
  };
}
