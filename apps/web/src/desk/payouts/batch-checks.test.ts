import { expect, test } from "vitest";
import { checksOf } from "./batch-checks.tsx";

const batch = (total: string, ...rows: readonly (readonly [amount: string, ...warnings: string[]])[]) =>
  checksOf({
    total,
    rows: rows.map(([amount, ...warnings]) => ({ amount, warnings })),
  } as unknown as Parameters<typeof checksOf>[0]);

test("a batch without warnings passes every check", () => {
  const checks = batch("30.00", ["10.00", "First payment to this account"], ["20.00"]);
  expect(checks.map(([kind]) => kind)).toEqual(checks.map(() => "done"));
  expect(checks[0]).toEqual(["done", "Payments add up to the total"]);
});

test("a check that fails says how many payments it is about", () => {
  const checks = batch(
    "30.00",
    ["10.00", "Account in another name", "The account was added 0 days ago"],
    ["20.00", "Account in another name", "2 customers have this account"],
  );
  expect(checks.filter(([kind]) => kind !== "done")).toEqual([
    ["risk", "2 in another name"],
    ["risk", "1 to an account of several customers"],
    ["risk", "1 to an account newer than a week"],
  ]);
});

test("a customer on hold and one who isn’t verified are different checks", () => {
  expect(
    batch("10.00", ["10.00", "The customer is blocked or on hold"]).filter(([kind]) => kind !== "done"),
  ).toEqual([["risk", "1 blocked or on hold"]]);
  expect(batch("10.00", ["10.00", "The customer is pending"]).filter(([kind]) => kind !== "done")).toEqual([
    ["risk", "1 not verified"],
  ]);
});

test("a total that its payments don’t make is said", () => {
  expect(batch("31.00", ["10.00"], ["20.00"])[0]).toEqual(["failed", "Payments don’t add up to the total"]);
});
