/** The texts of mails about recurring buys. */
import { dayText } from "@wattle/contracts/days";
import { missedWords, type MissedReason } from "@wattle/contracts/recurring-words";
import type { RecurringBuyRow } from "@wattle/db/tables";
import type { Config } from "../config.ts";
import { exchangeFacts, type Exchanged } from "./exchange-mails.ts";
import type { MailContent } from "./mail-template.ts";
import { greeting } from "./mails.ts";
import { moneyText, seeReceipt } from "./money-mails.ts";

type Plan = Pick<
  RecurringBuyRow,
  "frequency" | "amount" | "credit_currency" | "debit_currency" | "max_price"
>;

export function recurringDoneMail(
  firstName: string,
  plan: Plan,
  row: Exchanged,
  nextOn: string,
  origin: string,
): MailContent {
  return {
    subject: `You bought ${moneyText(row.debit, row.debit_currency)}`,
    paragraphs: [
      greeting(firstName),
      `Your ${plan.frequency} buy: ${moneyText(row.credit, row.credit_currency)}, fee ${moneyText(row.fee_amount, row.credit_currency)}. Next on ${dayText(nextOn)}.`,
    ],
    facts: exchangeFacts(row),
    action: seeReceipt(origin, row.id),
  };
}

/** @param detail the figure of the reason, see `recurringRun` */
export function recurringMissedMail(
  firstName: string,
  plan: Plan,
  { reason, detail }: { readonly reason: MissedReason; readonly detail: string | null },
  nextOn: string,
  { APP_ORIGIN: origin }: Pick<Config, "APP_ORIGIN">,
): MailContent {
  return {
    subject: `We skipped your ${plan.frequency} buy`,
    paragraphs: [
      greeting(firstName),
      `${missedWords({ ...plan, reason, detail })} Next on ${dayText(nextOn)}.`,
    ],
    action:
      reason === "insufficient_funds"
        ? { label: "Make a deposit", url: `${origin}/dashboard/deposit-money` }
        : { label: "See recurring buys", url: `${origin}/dashboard/recurring-buys` },
  };
}
