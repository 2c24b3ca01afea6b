import { describe, expect, test } from "vitest";
import { readDraft, removeDraft, saveDraft } from "./draft.ts";
import { DRAFT_KEY } from "./stored-keys.ts";

describe("the stored draft", () => {
  test("is kept in local storage under pageExchange as amount, from, to", () => {
    saveDraft({ amount: "1000.00", from: "AUD", to: "BTC" });
    expect(JSON.parse(localStorage.getItem("pageExchange") ?? "")).toEqual({
      amount: "1000.00",
      from: "AUD",
      to: "BTC",
    });
    expect(readDraft()).toEqual({ amount: "1000.00", from: "AUD", to: "BTC" });
  });

  test("is gone once removed", () => {
    saveDraft({ amount: "1", from: "BTC", to: "AUD" });
    removeDraft();
    expect(readDraft()).toBeUndefined();
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull();
  });

  test.each([
    ["no JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["an amount that is a number", '{"amount":1,"from":"BTC","to":"AUD"}'],
    ["an amount in words", '{"amount":"1e5","from":"AUD","to":"BTC"}'],
    ["an amount with too many decimals", '{"amount":"1.005","from":"AUD","to":"BTC"}'],
    ["no amount", '{"amount":"","from":"AUD","to":"BTC"}'],
    ["an unknown currency", '{"amount":"1","from":"XYZ","to":"BTC"}'],
    ["an inherited name as currency", '{"amount":"1","from":"constructor","to":"BTC"}'],
    ["twice the same kind", '{"amount":"1","from":"ETH","to":"BTC"}'],
    ["a text of a megabyte", `{"amount":"1","from":"AUD","to":"BTC","x":"${"x".repeat(1_000_000)}"}`],
  ])("junk is ignored: %s", (_description, stored) => {
    localStorage.setItem(DRAFT_KEY, stored);
    expect(readDraft()).toBeUndefined();
  });
});
