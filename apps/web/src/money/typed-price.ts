import { cleanTypedAmount } from "@wattle/exchange-core/amount";
import { parseRate } from "@wattle/exchange-core/rate";

/** What was typed as a price: `166,000 AUD` is `166000`; undefined for what is none above zero. */
export function typedPrice(text: string, fiat: string): string | undefined {
  const cleaned = cleanTypedAmount(text, [{ code: fiat }]);
  if (!cleaned.ok) return undefined;
  const plain = cleaned.text.replace(/\.$/, "");
  return parseRate(plain) === undefined ? undefined : plain;
}
