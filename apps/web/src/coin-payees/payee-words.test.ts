import { expect, test } from "vitest";
import { kindText } from "./payee-words.ts";

test.each([
  [{ whose: "mine", holder_name: null, wallet: "self_hosted", provider_name: null }, "Yours, self-hosted"],
  [
    { whose: "other", holder_name: "Ada Example", wallet: "provider", provider_name: "Bright Exchange" },
    "Ada Example’s, at Bright Exchange",
  ],
] as const)("a wallet's owner and kind are said", (payee, text) => expect(kindText(payee)).toBe(text));
