import { expect, test } from "vitest";
import vectors from "../vectors/currency.json" with { type: "json" };
import { currencyOf, precisionOf } from "./currency.ts";

test.each(vectors.currencyOf)("currencyOf: $description", ({ input, expected }) => {
  const currency = currencyOf(input);
  expect(currency === undefined ? null : { ...currency, precision: precisionOf(currency) }).toEqual(expected);
});
