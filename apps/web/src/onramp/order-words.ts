import type { OnrampOrder, OnrampStatus } from "@wattle/contracts/onramp";
import { amountText } from "../money/price-figures.ts";
import type { StatusKind } from "../controls/status.tsx";

/** Icon, word and what it means, of each status. */
export const ORDER_WORDS: Readonly<Record<OnrampStatus, readonly [StatusKind, string, string]>> = {
  created: [
    "waiting",
    "Not paid yet",
    "The provider has not heard of a payment. You can close this page and come back.",
  ],
  pending: [
    "waiting",
    "Payment under way",
    "The provider is working on it. This page shows when your coins are there.",
  ],
  completed: ["done", "Completed", "The coins are in your balance."],
  failed: [
    "failed",
    "Declined",
    "The payment did not go through, and nothing was charged by us. Try again or with another card.",
  ],
  cancelled: ["stopped", "Cancelled", "Nothing was paid."],
  expired: [
    "stopped",
    "Expired",
    "No payment came in time. If you have paid, the coins are credited all the same.",
  ],
  refunded: [
    "stopped",
    "Refunded",
    "The provider gave the money back, so the coins have left your balance again.",
  ],
  review: [
    "waiting",
    "Under review",
    "What the provider told us does not fit the order. A person looks at it and writes to you.",
  ],
};

/** `500.00 AUD for 0.00321667 BTC`, or for the coin's name until the amount is known. */
export function orderText({
  fiat_amount,
  fiat_currency,
  crypto_amount,
  crypto_currency,
}: OnrampOrder): string {
  const coins = crypto_amount === null ? crypto_currency : amountText(crypto_amount, crypto_currency);
  return `${amountText(fiat_amount, fiat_currency)} for ${coins}`;
}
