/** The texts of mails about card payments. */
import type { MailContent } from "./mail-template.ts";
import { moneyText } from "./money-mails.ts";

interface Arrived {
  readonly debit: bigint;
  readonly debit_currency: string;
  readonly reference: string;
}

const seeHistory = (origin: string) => ({
  label: "See my transactions",
  url: `${origin}/dashboard/transactions-history`,
});

/** Coins bought by card have arrived. */
export function coinsArrivedMail(firstName: string, row: Arrived, origin: string): MailContent {
  const amount = moneyText(row.debit, row.debit_currency);
  return {
    subject: `Your ${amount} have arrived`,
    heading: "Your coins have arrived",
    paragraphs: [
      `Hello ${firstName},`,
      `${amount}, bought from our payment provider, are in your balance under the reference ${row.reference}.`,
    ],
    action: seeHistory(origin),
  };
}

/** A card payment was refunded, so the coins leave again. */
export function coinsRefundedMail(firstName: string, row: Arrived, origin: string): MailContent {
  const amount = moneyText(row.debit, row.debit_currency);
  return {
    subject: `Your payment ${row.reference} was refunded`,
    heading: "Your payment was refunded",
    paragraphs: [
      `Hello ${firstName},`,
      `our payment provider has refunded your payment, so the ${amount} under the reference ${row.reference} have left your balance again.`,
    ],
    action: seeHistory(origin),
  };
}
