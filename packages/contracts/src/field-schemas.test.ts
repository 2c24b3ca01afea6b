import { describe, expect, test } from "vitest";
import { z } from "zod";
import { PASSWORD_TEXT } from "./field-rules.ts";
import {
  BESIDE_OTHER_ISSUES,
  checkPasswordConfirmation,
  emailField,
  firstNameField,
  lastNameField,
  messageField,
  middleNameField,
  nameField,
  passwordConfirmationField,
  passwordField,
  passwordFieldEditing,
  termsField,
} from "./field-schemas.ts";

const registration = z
  .object({
    first_name: firstNameField,
    last_name: lastNameField,
    middle_name: middleNameField,
    email: emailField,
    password: passwordField,
    password_confirmation: passwordConfirmationField,
    terms: termsField,
  })
  .superRefine(checkPasswordConfirmation, BESIDE_OTHER_ISSUES);

const good = {
  first_name: " Mary ",
  last_name: "Ann",
  email: "Mary@Mail.Example",
  password: "Abcdef1!",
  password_confirmation: "Abcdef1!",
  terms: true,
};

const texts = (schema: z.ZodType, value: unknown): Record<string, string[]> => {
  const result = schema.safeParse(value);
  if (result.success) return {};
  const found: Record<string, string[]> = {};
  for (const issue of result.error.issues) (found[issue.path.join(".")] ??= []).push(issue.message);
  return found;
};

describe("field schemas", () => {
  test("yield what is stored, and drop unknown keys", () => {
    expect(registration.parse({ ...good, role: "operator" })).toEqual({
      first_name: "Mary",
      last_name: "Ann",
      middle_name: null,
      email: "mary@mail.example",
      password: "Abcdef1!",
      password_confirmation: "Abcdef1!",
      terms: true,
    });
  });

  test("one message for each field of an empty payload", () => {
    expect(texts(registration, {})).toEqual({
      first_name: ["First name is a required field"],
      last_name: ["Last name is a required field"],
      email: ["Email is a required field"],
      password: ["Password is a required field"],
      terms: ["Terms of Service is a required field"],
    });
  });

  test.each<[string, object, Record<string, string[]>]>([
    [
      "a confirmation that differs",
      { password_confirmation: "x" },
      { password_confirmation: ["Passwords do not match"] },
    ],
    [
      "no confirmation",
      { password_confirmation: undefined },
      { password_confirmation: ["Password confirmation is a required field"] },
    ],
    [
      "a confirmation that differs next to another wrong field",
      { password_confirmation: "x", email: "no" },
      { email: ["Email must be a valid email"], password_confirmation: ["Passwords do not match"] },
    ],
    ["a weak password is not compared", { password: "weak" }, { password: [PASSWORD_TEXT] }],
    ["first failing rule only", { first_name: "1".repeat(40) }, { first_name: ["Only English letters"] }],
    ["a null middle name", { middle_name: null }, {}],
    ["an empty middle name", { middle_name: " " }, {}],
    ["a middle name that is a number", { middle_name: 4 }, { middle_name: ["Middle name is not valid."] }],
    ["terms as text", { terms: "true" }, { terms: ["Terms of Service is a required field"] }],
  ])("%s", (_title, change, expected) => {
    expect(texts(registration, { ...good, ...change })).toEqual(expected);
  });

  test("a password may be left out when editing", () => {
    const form = z.object({ password: passwordFieldEditing });
    expect(form.parse({})).toEqual({ password: "" });
    expect(texts(form, { password: "short" })["password"]).toHaveLength(1);
  });

  test("name and message", () => {
    const form = z.object({ name: nameField, message: messageField });
    expect(texts(form, { name: "Mary2", message: "too short" })).toEqual({
      name: ["Only English letters"],
      message: ["Min 10 characters"],
    });
  });

  test("are described in JSON Schema", () => {
    expect(
      z.toJSONSchema(z.object({ email: emailField }), { io: "input", unrepresentable: "any" }),
    ).toMatchObject({
      properties: { email: { type: "string", maxLength: 254 } },
    });
  });
});
