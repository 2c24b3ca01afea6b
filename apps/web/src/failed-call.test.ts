import { expect, test } from "vitest";
import { failureText } from "./failed-call.ts";

const REVIEWED = {
  status: 422,
  code: "account_under_review",
  message: "Your account is under review.",
} as const;

test.each([
  ["Withdrawals", "We’re reviewing your account. Withdrawals will be back once we’re done."],
  ["Deposits", "We’re reviewing your account. Deposits will be back once we’re done."],
  ["Trading", "We’re reviewing your account. Trading will be back once we’re done."],
] as const)("where %s are on hold, the alert says so", (tried, text) => {
  expect(failureText(REVIEWED, tried)).toBe(text);
});

test("elsewhere the server's own message is shown", () => {
  expect(failureText(REVIEWED)).toBe("Your account is under review.");
  expect(
    failureText(
      { status: 422, code: "insufficient_funds", message: "Not enough in your balance." },
      "Trading",
    ),
  ).toBe("Not enough in your balance.");
});
