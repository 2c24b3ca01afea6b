import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { cleanField, fieldProblem, PASSWORD_TEXT, type RuleContext, type RuledField } from "./field-rules.ts";

const PASSED = undefined;
const letters = (count: number): string => "a".repeat(count);

describe("shared form rules", () => {
  test.each<[string, RuledField, unknown, string | undefined, RuleContext?]>([
    ["name: missing", "name", undefined, "Name is a required field"],
    ["name: null", "name", null, "Name is a required field"],
    ["name: empty", "name", "", "Name is a required field"],
    ["name: only spaces", "name", "   ", "Name is a required field"],
    ["name: letters and a space", "name", "Mary Ann", PASSED],
    ["name: a digit", "name", "Mary 2", "Only English letters"],
    ["name: an accent", "name", "José", "Only English letters"],
    ["name: a hyphen", "name", "Mary-Ann", "Only English letters"],
    ["name: a line break within", "name", "Mary\nAnn", "Only English letters"],
    ["name: 1 letter has no text of its own", "name", "M", "Name is not valid."],
    ["name: 2 letters", "name", "Mo", PASSED],
    ["name: 35 letters", "name", letters(35), PASSED],
    ["name: 36 letters", "name", letters(36), "Must be exactly 15 characters"],
    ["name: space around does not count", "name", `  ${letters(35)} `, PASSED],
    ["name: too long and a digit, first rule only", "name", `${letters(40)}1`, "Only English letters"],
    ["name: a number", "name", 12, "Name is not valid."],

    ["first name: missing", "first_name", undefined, "First name is a required field"],
    ["first name: empty", "first_name", "", "First name is a required field"],
    ["first name: 1 letter", "first_name", "A", "First name is not valid."],
    ["first name: 2 letters", "first_name", "Al", PASSED],
    ["first name: 15 letters", "first_name", letters(15), PASSED],
    ["first name: 16 letters", "first_name", letters(16), "Must be exactly 15 characters"],
    ["first name: an apostrophe", "first_name", "D'Arcy", "Only English letters"],

    ["last name: missing", "last_name", undefined, "Last name is a required field"],
    ["last name: 1 letter", "last_name", "B", "Last name is not valid."],
    ["last name: 15 letters", "last_name", letters(15), PASSED],
    ["last name: 16 letters", "last_name", letters(16), "Must be exactly 15 characters"],
    ["last name: an emoji", "last_name", "Lee🙂", "Only English letters"],

    ["middle name: missing", "middle_name", undefined, PASSED],
    ["middle name: null", "middle_name", null, PASSED],
    ["middle name: empty", "middle_name", "", PASSED],
    ["middle name: any text", "middle_name", "José-María", PASSED],
    ["middle name: a line break within", "middle_name", "a\nb", "Middle name is not valid."],
    ["middle name: absurdly long", "middle_name", letters(101), "Middle name is not valid."],
    ["middle name: a list", "middle_name", ["a"], "Middle name is not valid."],

    ["email: missing", "email", undefined, "Email is a required field"],
    ["email: empty", "email", "", "Email is a required field"],
    ["email: plain", "email", "mary@mail.example", PASSED],
    ["email: capitals and space around", "email", " Mary@Mail.Example ", PASSED],
    ["email: plus", "email", "mary+coins@mail.example", PASSED],
    ["email: no domain", "email", "mary@", "Email must be a valid email"],
    ["email: no dot in the domain", "email", "mary@mail", "Email must be a valid email"],
    ["email: no at sign", "email", "mary.mail.example", "Email must be a valid email"],
    ["email: two dots", "email", "mary..ann@mail.example", "Email must be a valid email"],
    ["email: leading dot", "email", ".mary@mail.example", "Email must be a valid email"],
    ["email: space within", "email", "mary ann@mail.example", "Email must be a valid email"],
    ["email: a second header line", "email", "a@b.example\nBcc: c@d.example", "Email must be a valid email"],
    ["email: 254 characters", "email", `${letters(241)}@mail.example`, PASSED],
    ["email: 255 characters", "email", `${letters(242)}@mail.example`, "Email must be a valid email"],
    ["email: an object", "email", {}, "Email is not valid."],

    ["terms: true", "terms", true, PASSED],
    ["terms: false", "terms", false, "Terms of Service is a required field"],
    ["terms: missing", "terms", undefined, "Terms of Service is a required field"],
    ["terms: the text true", "terms", "true", "Terms of Service is a required field"],

    ["password: missing", "password", undefined, "Password is a required field"],
    ["password: empty", "password", "", "Password is a required field"],
    ["password: missing when editing", "password", undefined, PASSED, { editing: true }],
    ["password: empty when editing", "password", "", PASSED, { editing: true }],
    ["password: given when editing", "password", "short", PASSWORD_TEXT, { editing: true }],
    ["password: 8 characters", "password", "Abcdef1!", PASSED],
    ["password: 7 characters", "password", "Abcde1!", PASSWORD_TEXT],
    ["password: 30 characters", "password", `Ab1!${letters(26)}`, PASSED],
    ["password: 31 characters", "password", `Ab1!${letters(27)}`, PASSWORD_TEXT],
    ["password: no uppercase", "password", "abcdef1!", PASSWORD_TEXT],
    ["password: no lowercase", "password", "ABCDEF1!", PASSWORD_TEXT],
    ["password: no digit", "password", "Abcdefg!", PASSWORD_TEXT],
    ["password: no special", "password", "Abcdefg1", PASSWORD_TEXT],
    ["password: a space", "password", "Abcdef1! ", PASSWORD_TEXT],
    ["password: a double quote", "password", 'Abcdef1!"', PASSWORD_TEXT],
    ["password: a backslash", "password", "Abcdef1!\\", PASSWORD_TEXT],
    ["password: a slash", "password", "Abcdef1!/", PASSWORD_TEXT],
    ["password: an accent", "password", "Abcdéf1!", PASSWORD_TEXT],
    ["password: a number", "password", 12345678, "Password is not valid."],

    ["confirmation: the same", "password_confirmation", "Abcdef1!", PASSED, { password: "Abcdef1!" }],
    ["confirmation: another", "password_confirmation", "x", "Passwords do not match", { password: "y" }],
    [
      "confirmation: empty",
      "password_confirmation",
      "",
      "Password confirmation is a required field",
      { password: "Abcdef1!" },
    ],
    [
      "confirmation: missing",
      "password_confirmation",
      undefined,
      "Password confirmation is a required field",
      { password: "Abcdef1!" },
    ],
    ["confirmation: no password, no rule", "password_confirmation", "anything", PASSED, { password: "" }],
    ["confirmation: no password at all", "password_confirmation", undefined, PASSED],

    ["message: missing", "message", undefined, "Message is a required field"],
    ["message: empty", "message", "", "Message is a required field"],
    ["message: only line breaks", "message", "\n\n", "Message is a required field"],
    ["message: 9 characters", "message", letters(9), "Min 10 characters"],
    ["message: 10 characters", "message", letters(10), PASSED],
    ["message: 500 characters", "message", letters(500), PASSED],
    ["message: 501 characters", "message", letters(501), "Must be exactly 500 characters"],
    ["message: 500 emoji", "message", "🙂".repeat(500), PASSED],
    ["message: a NUL character", "message", "Dear\u0000 people", "Message is not valid."],
    ["message: a tab", "message", "Dear\tpeople, hello", PASSED],
    ["message: any language and line breaks", "message", "Grüße\naus Köln", PASSED],
  ])("%s", (_title, field, value, expected, context) => {
    expect(fieldProblem(field, value, context)).toBe(expected);
  });

  test.each(Array.from("~!@#$%^&*()-_=+{};:,<.>?'[]"))("password: %s is a special character", (special) => {
    expect(fieldProblem("password", `Abcdefg1${special}`)).toBe(PASSED);
  });

  test("every other printable ASCII character is refused in a password", () => {
    const allowed = /[A-Za-z0-9~!@#$%^&*()\-_=+{};:,<.>?'[\]]/;
    for (let code = 32; code < 127; code += 1) {
      const character = String.fromCharCode(code);
      const expected = allowed.test(character) ? PASSED : PASSWORD_TEXT;
      expect(fieldProblem("password", `Abcdef1!${character}`), character).toBe(expected);
    }
  });

  test("the email rule is the one of zod", () => {
    const zods = z.email();
    fc.assert(
      fc.property(
        fc.oneof(fc.emailAddress(), fc.stringMatching(/^[a-z.+'@ -]{0,12}@[a-z.-]{1,12}$/)),
        (text) => {
          const cleaned = cleanField("email", text);
          fc.pre(cleaned !== "" && cleaned.length <= 254);
          expect(fieldProblem("email", text) === undefined).toBe(zods.safeParse(cleaned).success);
        },
      ),
      { numRuns: 500 },
    );
  });
});
