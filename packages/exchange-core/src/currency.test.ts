import { expect, test } from "vitest";
import vectors from "../vectors/currency.json" with { type: "json" };
import { precisionOf, type CurrencyKind } from "./currency.ts";

test.each(vectors.precisionOf)("precisionOf: $description", ({ input, expected }) => {
  expect(precisionOf({ kind: input as CurrencyKind })).toBe(expected);
});
