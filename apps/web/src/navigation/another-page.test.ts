import { expect, test } from "vitest";
import { isAnotherPage } from "./another-page.ts";

const at = (pathname: string, search: object = {}) => ({ pathname, search });

test.each([
  ["another path", at("/support"), at("/basics"), true],
  [
    "from the form to a withdrawal",
    at("/dashboard/withdraw-money"),
    at("/dashboard/withdraw-money", { id: "a" }),
    true,
  ],
  [
    "from a withdrawal to the form",
    at("/dashboard/withdraw-money", { id: "a" }),
    at("/dashboard/withdraw-money"),
    true,
  ],
  [
    "from one receipt to another",
    at("/dashboard/transactions-history/receipt", { id: "a" }),
    at("/dashboard/transactions-history/receipt", { id: "b" }),
    true,
  ],
  [
    "from the card form to an order",
    at("/dashboard/deposit-money/card"),
    at("/dashboard/deposit-money/card", { order: "a" }),
    true,
  ],
  [
    "the same transaction",
    at("/dashboard/withdraw-money", { id: "a" }),
    at("/dashboard/withdraw-money", { id: "a" }),
    false,
  ],
  [
    "the next page of a list",
    at("/dashboard/transactions-history"),
    at("/dashboard/transactions-history", { page: 2 }),
    false,
  ],
  ["a drawer of the desk", at("/teamaccess/bank"), at("/teamaccess/bank", { id: "a" }), false],
])("%s", (_, from, to, expected) => {
  expect(isAnotherPage(from, to)).toBe(expected);
});
