import { describe, expect, test } from "vitest";
import { typedPrice } from "../money/typed-price.ts";
import { suggestedHighest } from "./highest-price.ts";

describe("the highest price", () => {
  test.each([
    ["150000.00", "165000"],
    ["150123.45", "166000"],
    ["4999.99", "5500"],
    ["0.85", "0.935"],
    ["0.00012345", "0.000136"],
    ["1", "1.1"],
    [undefined, undefined],
    ["", undefined],
    ["0", undefined],
  ])("starts a tenth above %s, at %s", (price, expected) => expect(suggestedHighest(price)).toBe(expected));

  test.each([
    ["166,000 AUD", "166000"],
    ["166000.50", "166000.50"],
    ["1.", "1"],
    [" 0.000136 ", "0.000136"],
    ["166.000,00", undefined],
    ["0", undefined],
    ["", undefined],
    ["abc", undefined],
    ["-5", undefined],
  ])("is read from %j as %s", (text, expected) => expect(typedPrice(text, "AUD")).toBe(expected));
});
