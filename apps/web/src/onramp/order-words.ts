import type { OnrampOrder, OnrampStatus } from "@wattle/contracts/onramp";
import { amountText } from "../money/price-figures.ts";
import type { StatusKind } from "../controls/status.tsx";

/** Icon, word and what it means, of each status. */
export const ORDER_WORDS: Readonly<Record<OnrampStatus, readonly [StatusKind, string, string]>> = {
  created: ["waiting", "Not paid yet", "Nothing from the provider yet. You can close this page."],
  pending: [
    "waiting",
    "Payment in progress",
    "The provider is processing it. This page updates when your coins arrive.",
  ],
  completed: ["done", "Completed", "The coins are in your balance."],
  failed: [
    "failed",
    "Declined",
    "Your payment didn’t go through, and you haven’t paid us anything. Try again or use another card.",
  ],
  cancelled: ["stopped", "Cancelled", "Nothing was paid."],
  expired: ["stopped", "Expired", "No payment arrived in time. Already paid? We’ll still credit it."],
  refunded: ["stopped", "Refunded", "The provider refunded you. The coins left your balance."],
  review: ["waiting", "Under review", "The provider’s details don’t match. We’re checking."],
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
