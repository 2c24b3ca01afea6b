import { dateText } from "@wattle/contracts/days";
import { depositMethod } from "@wattle/contracts/bank-formats/formats";
import type { OpenItem } from "@wattle/contracts/portfolio";
import { displayMoment } from "@wattle/exchange-core/display";
import { amountText } from "../money/price-figures.ts";

/** Transactions under way, in words. */
export interface OpenWords {
  readonly title: string;
  /** Its subject; empty for a hold. */
  readonly amount: string;
  readonly state: string;
}

export function openWords(item: OpenItem): OpenWords {
  if (item.kind === "withdrawals_hold") {
    return {
      title: "Withdrawals on hold",
      amount: "",
      state: `${item.because === "password" ? "You changed your password. " : ""}You can withdraw from ${displayMoment(Date.parse(item.until))}.`,
    };
  }
  if (item.kind === "bank_account_hold") {
    return {
      title: `Bank account …${item.ending}`,
      amount: "",
      state: `You can withdraw to this account from ${displayMoment(Date.parse(item.until))}.`,
    };
  }
  const { transaction: row, expires_at } = item;
  const amount = amountText(row.credit, row.credit_currency);
  if (row.transaction_type === "withdraw") {
    return { title: "Withdrawal", amount, state: "We’ll pay it to your bank account and email you." };
  }
  const method = depositMethod(row.credit_currency, row.payment_method)?.title;
  return {
    title: method === undefined ? "Deposit" : `Deposit by ${method}`,
    amount,
    state: `Waiting for your payment${expires_at === null ? "" : `, due ${dateText(Date.parse(expires_at))}`}`,
  };
}
