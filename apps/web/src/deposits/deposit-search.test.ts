// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { Draft } from "../money/draft.ts";
import { depositSearch, plannedDeposit, type DepositSearch } from "./deposit-search.ts";

describe("what the address of the deposit form asks for", () => {
  test.each<[string, Record<string, unknown>, object]>([
    ["an amount", { currency: "AUD", amount: "900.50" }, { currency: "AUD", amount: "900.50" }],
    ["a number", { currency: "NGN", amount: 5000 }, { currency: "NGN", amount: "5000" }],
    ["a currency alone", { currency: "AUD" }, { currency: "AUD" }],
    ["a coin", { currency: "BTC", amount: "1" }, {}],
    ["an amount without a currency", { amount: "1" }, {}],
    ["an amount that is none", { currency: "AUD", amount: "1,000" }, { currency: "AUD" }],
  ])("%s", (_what, given, expected) => {
    expect(depositSearch(given)).toEqual(expected);
  });
});

describe("what a deposit form starts with", () => {
  const purchase: Draft = { amount: "1000.00", from: "AUD", to: "BTC" };

  test.each<
    [string, DepositSearch, Draft | undefined, Record<string, string> | undefined, string | undefined]
  >([
    ["what a link asks for", { currency: "AUD", amount: "900.00" }, purchase, { AUD: "5.00" }, "90000 AUD"],
    ["what the balance lacks for the exchange begun", {}, purchase, { AUD: "250.00" }, "75000 AUD"],
    ["all of it where there is no balance", {}, purchase, {}, "100000 AUD"],
    ["no less than the smallest deposit", {}, purchase, { AUD: "999.99" }, "100 AUD"],
    ["nothing where the balance covers it", {}, purchase, { AUD: "1000.00" }, undefined],
    ["nothing while the balance is not known", {}, purchase, undefined, undefined],
    ["nothing for a sale", {}, { amount: "1.00000000", from: "BTC", to: "AUD" }, {}, undefined],
    ["nothing for an exchange in another currency", { currency: "NGN" }, purchase, {}, undefined],
    ["nothing without an exchange", {}, undefined, {}, undefined],
  ])("%s", (_what, search, draft, balances, expected) => {
    const planned = plannedDeposit(search, draft, balances);
    expect(planned && `${planned.amount} ${planned.code}`).toBe(expected);
  });
});
