import type { OnrampOrder, OnrampStatus } from "@wattle/contracts/onramp";
import { amountText } from "../money/price-figures.ts";
import type { StateWord } from "../controls/status.tsx";

/** Icon, word and what it means, of each status. */
export const ORDER_WORDS: Readonly<Record<OnrampStatus, StateWord & { readonly says: string }>> = {
  created: {
    kind: "waiting",
    word: "Not paid yet",
    says: "Nothing from the provider yet. You can close this page.",
  },
  pending: {
    kind: "waiting",
    word: "Payment in progress",
    says: "The provider is processing it. This page updates when your coins arrive.",
  },
  completed: { kind: "done", word: "Completed", says: "The coins are in your balance." },
  failed: {
    kind: "failed",
    word: "Declined",
    says: "Your payment didn’t go through, and you haven’t paid us anything. Try again or use another card.",
  },
  cancelled: { kind: "stopped", word: "Cancelled", says: "Nothing was paid." },
  expired: {
    kind: "stopped",
    word: "Expired",
    says: "No payment arrived in time. Already paid? We’ll still credit it.",
  },
  refunded: {
    kind: "stopped",
    word: "Refunded",
    says: "The provider refunded you. The coins left your balance.",
  },
  review: {
    kind: "waiting",
    word: "Under review",
    says: "The provider’s details don’t match. We’re checking.",
  },
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
