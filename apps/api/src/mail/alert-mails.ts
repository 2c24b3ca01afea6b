/** The text of the mail about a price that was reached. */
import type { AlertDirection } from "@wattle/contracts/alerts";
import { priceText } from "@wattle/contracts/recurring-words";
import type { Config } from "../config.ts";
import type { MailContent } from "./mail-template.ts";
import { mailTime } from "./mail-time.ts";
import { greeting } from "./mails.ts";

interface Alert {
  readonly symbol: string;
  readonly currency: string;
  readonly direction: AlertDirection;
  readonly price: string;
}

export function priceAlertMail(
  firstName: string,
  { symbol, currency, direction, price }: Alert,
  reached: { readonly price: string; readonly at: bigint },
  { APP_ORIGIN, TIME_ZONE }: Pick<Config, "APP_ORIGIN" | "TIME_ZONE">,
): MailContent {
  return {
    subject: `${symbol} is ${direction} ${priceText(price)} ${currency}`,
    paragraphs: [
      greeting(firstName),
      `It reached ${priceText(reached.price)} ${currency} at ${mailTime(reached.at, TIME_ZONE)}. This alert is now off.`,
    ],
    action: {
      label: `See ${symbol} price`,
      url: `${APP_ORIGIN}/dashboard/currency-exchange?from=${currency}&to=${symbol}`,
    },
  };
}
