import { expect, test } from "vitest";
import { addressIn, kindText } from "./payee-words.ts";

test.each([
  [" bcrt1qabc ", "bcrt1qabc"],
  ["bitcoin:bcrt1qabc", "bcrt1qabc"],
  ["BITCOIN:BCRT1QABC?amount=0.1&label=Ada", "BCRT1QABC"],
  ["litecoin:ltc1q", "litecoin:ltc1q"],
])("%s has the address %s", (text, address) => expect(addressIn(text)).toBe(address));

test.each([
  [{ whose: "mine", holder_name: null, wallet: "self_hosted", provider_name: null }, "Yours, self-hosted"],
  [
    { whose: "other", holder_name: "Ada Example", wallet: "provider", provider_name: "Bright Exchange" },
    "Ada Example’s, at Bright Exchange",
  ],
] as const)("a wallet's owner and kind are said", (payee, text) => expect(kindText(payee)).toBe(text));
