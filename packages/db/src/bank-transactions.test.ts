import { describe, expect, test } from "vitest";
import { paymentKey } from "./bank-transactions.ts";
import type { SystemBankAccount } from "./tables.ts";

const account = (method: string, changes: Partial<SystemBankAccount> = {}): SystemBankAccount => ({
  id: `aud-${method}`,
  currency: "AUD",
  method,
  bank_name: "Bank of Example",
  account_name: "Client money",
  bsb: "000-222",
  account_number: "12345678",
  payid: null,
  bank_code: null,
  active: 1n,
  ...changes,
});

describe("a payment's key", () => {
  const deposit = { credit_currency: "AUD", payment_method: "payid" };

  test.each<[string, SystemBankAccount | undefined, string]>([
    ["the account's number at its bank", account("payid"), "aud/000-222/12345678/npp7"],
    [
      "a PayID where there is no number",
      account("payid", { bsb: null, account_number: null, payid: "Pay@Us.example" }),
      "aud/pay@us.example/npp7",
    ],
    ["the payment method where there is no account", undefined, "aud/payid/npp7"],
  ])("begins with %s", (_what, of, key) => {
    expect(paymentKey(deposit, of, "NPP-7")).toBe(key);
  });

  const key = (reference: string): string => paymentKey(deposit, account("payid"), reference);

  test.each([
    ["in another case", "npp-2026/0007.a"],
    ["spaced otherwise", " NPP 2026 / 0007 A "],
    ["without dashes", "NPP20260007A"],
    ["with dashes of other kinds", "NPP–2026—0007‑A"],
    ["with punctuation", "NPP:2026#0007_(A)"],
    ["in full width", "ＮＰＰ２０２６０００７Ａ"],
    ["with hidden characters", "NPP\u200B2026\u00AD0007A"],
    ["in mathematical letters", "𝐍𝐏𝐏20260007𝐀"],
  ])("is the same %s", (_how, written) => {
    expect(key(written)).toBe(key("NPP-2026/0007.A"));
    expect(key(written)).toBe("aud/000-222/12345678/npp20260007a");
  });

  test.each([
    ["another digit", "NPP-2026/0008.A"],
    ["a digit less", "NPP-2026/007.A"],
    ["punctuation alone", "-/."],
  ])("is another with %s", (_how, written) => {
    expect(key(written)).not.toBe(key("NPP-2026/0007.A"));
  });

  test("is another for each punctuation alone", () => {
    expect(key("- -")).toBe(key("--"));
    expect(key("--")).not.toBe(key("#"));
  });
});
