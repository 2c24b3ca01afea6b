import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { invitationInput, registerInput, updateProfileInput } from "./accounts.ts";
import { adjustInput, blockCustomerInput, rejectCustomerInput } from "./desk.ts";
import { bankAccountInput } from "./bank-accounts.ts";
import { depositAccountInput } from "./deposit-accounts.ts";
import { historyInput } from "./history.ts";
import { identityDraft } from "./identity.ts";
import { IDENTITY_FIELDS, identityProblem } from "./identity-rules.ts";
import { setCurrencyInput } from "./market-inputs.ts";
import { loginInput } from "./sessions.ts";
import { enquiryInput } from "./support.ts";
import { serviceTokenInput, tokenInput } from "./tokens.ts";

const HIDDEN = ["\u202e", "\u200b", "\u2066", "\ufeff", "\u00ad", "\u2028", "\u3164", "\u0007"];
const PERSON = { first_name: "Mary", last_name: "Visitor", middle_name: "Anne" };
const AUSTRALIAN = {
  currency: "AUD",
  account_name: "Mary Visitor",
  bank_name: "Bank of Example",
  bsb: "000-222",
  account_number: "12345678",
};
const REGISTRATION = {
  ...PERSON,
  email: "mary@mail.example",
  password: "Correct-Horse7",
  password_confirmation: "Correct-Horse7",
  terms: true,
};
const ADJUSTMENT = {
  id: "x",
  direction: "credit",
  currency: "AUD",
  amount: "1.00",
  internal_note: "A gift",
  message: "Thank you",
};
const PAYID = {
  currency: "AUD",
  method: "payid",
  account_name: "Us",
  bank_name: "Bank",
  payid: "a@b.example",
};

/** A schema, a payload that it takes, and the fields of it that people read. */
const TEXTS: readonly [string, z.ZodType, Readonly<Record<string, unknown>>, readonly string[]][] = [
  ["opening an account", registerInput, REGISTRATION, ["first_name", "last_name", "middle_name", "email"]],
  ["a profile", updateProfileInput, PERSON, ["first_name", "last_name", "middle_name"]],
  ["a partner's link", invitationInput, { hash: "demo-partner" }, ["hash"]],
  ["a bank account", bankAccountInput, AUSTRALIAN, ["account_name", "bank_name", "bsb", "account_number"]],
  ["an account to pay to", depositAccountInput, PAYID, ["account_name", "bank_name", "payid"]],
  [
    "an enquiry",
    enquiryInput,
    { name: "Mary", email: "mary@mail.example", message: "How long does it take?" },
    ["name", "email", "message"],
  ],
  ["a token", tokenInput, { name: "Bot", scopes: ["read"] }, ["name"]],
  ["a service token", serviceTokenInput, { name: "Bot", procedures: ["ops.deposits.list"] }, ["name"]],
  ["a block", blockCustomerInput, { id: "x", internal_note: "Odd" }, ["internal_note", "id"]],
  [
    "a rejection",
    rejectCustomerInput,
    { id: "x", internal_note: "Odd", message: "Blurred" },
    ["internal_note", "message", "id"],
  ],
  [
    "a currency",
    setCurrencyInput,
    { code: "LTC", full_name: "Litecoin", short_name: "Lite" },
    ["full_name", "short_name"],
  ],
  ["an adjustment", adjustInput, ADJUSTMENT, ["internal_note", "message"]],
  [
    "an identity form",
    identityDraft,
    Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, "Text"])),
    IDENTITY_FIELDS,
  ],
];

describe.each(TEXTS)("%s", (_, schema, payload, fields) => {
  test("is taken as it is", () => {
    expect(schema.safeParse(payload).error?.issues).toBeUndefined();
  });

  test.each(fields)("refuses hidden characters at %s", (field) => {
    for (const character of HIDDEN) {
      const text = String(payload[field]);
      const changed = { ...payload, [field]: `${text.slice(0, 1)}${character}${text.slice(1)}` };
      const paths = schema.safeParse(changed).error?.issues.map(({ path }) => path.join("."));
      expect(paths, JSON.stringify(changed)).toContain(field);
    }
  });
});

test.each(IDENTITY_FIELDS)("the whole identity form refuses hidden characters at %s", (field) => {
  for (const character of HIDDEN) {
    expect(identityProblem(field, `Te${character}xt`, "2026-11-22")).toBeDefined();
  }
});

test("what a link brought along is dropped where it hides something, and never refused", () => {
  const hidden = { ...REGISTRATION, hash: "a\u202eb", utm: { utm_source: "a\u202eb", utm_medium: "mail" } };
  expect(registerInput.parse(hidden)).toMatchObject({ hash: null, utm: { utm_medium: "mail" } });
});

describe("a length counts characters, as JSON Schema does, and not halves of an emoji", () => {
  test.each<[string, z.ZodType, (text: string) => unknown, number]>([
    ["a token's name", tokenInput, (name) => ({ name, scopes: ["read"] }), 60],
    ["a search", historyInput, (search) => ({ search }), 40],
    ["a password", loginInput, (password) => ({ email: "mary@mail.example", password }), 200],
  ])("%s", (_what, schema, valueOf, longest) => {
    expect(schema.safeParse(valueOf("🐨".repeat(longest))).success).toBe(true);
    expect(schema.safeParse(valueOf("🐨".repeat(longest + 1))).success).toBe(false);
  });
});
