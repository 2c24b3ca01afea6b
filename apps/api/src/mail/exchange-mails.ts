/** The texts of mails about exchanges. */
import { currencyOf } from "@wattle/contracts/markets";
import { displayDecimal } from "@wattle/exchange-core/display";
import { formatRate, invertRate, parseRate } from "@wattle/exchange-core/rate";
import type { ExchangeRow } from "@wattle/db/history-rows";
import type { Config } from "../config.ts";
import type { MailContent } from "./mail-template.ts";
import { transactionTime } from "./mail-time.ts";
import { greeting } from "./mails.ts";
import { moneyText, seeReceipt } from "./money-mails.ts";

const PRICE_DECIMALS = 2;

export type Exchanged = Pick<
  ExchangeRow,
  | "id"
  | "reference"
  | "credit"
  | "credit_currency"
  | "debit"
  | "debit_currency"
  | "fee_percent"
  | "fee_amount"
  | "rate"
  | "created_at"
>;

/** The price of one coin in money, whichever way the exchange went: `150,000.00 AUD per BTC`. */
function priceOf({ rate, credit_currency, debit_currency }: Exchanged, isPurchase: boolean): string {
  const parsed = parseRate(rate);
  if (parsed === undefined) throw new Error(`the database holds the rate ${rate}`);
  const [coin, fiat] = isPurchase ? [debit_currency, credit_currency] : [credit_currency, debit_currency];
  const price = formatRate(isPurchase ? invertRate(parsed) : parsed);
  return `${displayDecimal(price, PRICE_DECIMALS)} ${fiat} per ${coin}`;
}

/** Sent for each exchange, unless the customer wants none. */
export function exchangeReceiptMail(
  firstName: string,
  row: Exchanged,
  { APP_ORIGIN, TIME_ZONE }: Pick<Config, "APP_ORIGIN" | "TIME_ZONE">,
): MailContent {
  const isPurchase = currencyOf(row.debit_currency)?.kind === "crypto";
  const [paid, got] = [moneyText(row.credit, row.credit_currency), moneyText(row.debit, row.debit_currency)];
  return {
    subject: isPurchase ? `You bought ${got}` : `You sold ${paid}`,
    paragraphs: [
      greeting(firstName),
      // Figures are in the table, once. An inbox shows this line next to the subject.
      isPurchase ? "Your coins are in your balance." : "The money is in your balance.",
    ],
    facts: [
      ...exchangeFacts(row),
      ["Time", transactionTime(row.created_at, TIME_ZONE)],
      ["Reference", row.reference],
    ],
    action: seeReceipt(APP_ORIGIN, row.id),
  };
}

/** The price taken apart, as the screen shows it before one confirms. */
export function exchangeFacts(row: Exchanged): NonNullable<MailContent["facts"]> {
  const paidIn = row.credit_currency;
  const isPurchase = currencyOf(row.debit_currency)?.kind === "crypto";
  return [
    ["You paid", moneyText(row.credit, paidIn)],
    [`Our fee, ${shortPercent(row.fee_percent)}%`, `−${moneyText(row.fee_amount, paidIn)}`],
    ["We converted", moneyText(row.credit - row.fee_amount, paidIn)],
    ["Rate", priceOf(row, isPurchase)],
    ["You got", moneyText(row.debit, row.debit_currency)],
  ];
}

/** `1.00` is 1, `0.50` is 0.5. */
const shortPercent = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
