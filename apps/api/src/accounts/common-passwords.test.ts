import { fieldProblem } from "@wattle/contracts/field-rules";
import { describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../demo/demo-accounts.ts";
import { commonPasswords, isCommonPassword } from "./common-passwords.ts";

/** The same password with its first letter as a capital, as people satisfy the rule. */
const capitalised = (password: string): string => password.replace(/[a-z]/, (letter) => letter.toUpperCase());

describe("common passwords", () => {
  test("there are some, each of which the specification's rule would let in", () => {
    expect(commonPasswords().length).toBeGreaterThan(600);
    const useless = commonPasswords().filter(
      (password) =>
        password !== password.toLowerCase() ||
        // A single letter cannot be both a capital and a small one.
        (password.match(/[a-z]/g) ?? []).length < 2 ||
        fieldProblem("password", capitalised(password)) !== undefined,
    );
    expect(useless).toEqual([]);
  });

  test.each(["P@ssw0rd", "p@SSW0RD", "Password1!", "Welcome123!", "Qwerty@123", "Admin@123", "1qaz@WSX"])(
    "%s is common, however it is capitalised",
    (password) => {
      expect(isCommonPassword(password)).toBe(true);
    },
  );

  test.each([DEMO_PASSWORD, "Correct-Horse7", "xPassword1!", "Password1!x", "Tr0ub4dor&3", ""])(
    "%j is not",
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});
