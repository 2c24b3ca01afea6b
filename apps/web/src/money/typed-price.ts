import { cleanTypedAmount } from "@wattle/exchange-core/amount";
import { parseRate } from "@wattle/exchange-core/rate";

/** Reads a typed price: `166,000 AUD` is `166000`; undefined if it is not above zero. */
export function typedPrice(text: string, fiat: string): string | undefined {
  const cleaned = cleanTypedAmount(text, [{ code: fiat }]);
  if (!cleaned.ok) return undefined;
  const plain = cleaned.text.replace(/\.$/, "");
  return parseRate(plain) === undefined ? undefined : plain;
}
