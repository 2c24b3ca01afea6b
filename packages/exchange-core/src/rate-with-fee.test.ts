import { expect, test } from "vitest";
import vectors from "../vectors/rate-with-fee.json" with { type: "json" };
import { parseFeePercent } from "./fee.ts";
import { rateWithFee } from "./rate-with-fee.ts";
import { parseRate } from "./rate.ts";

test.each(vectors.rateWithFee)("rateWithFee: $description", ({ input, expected }) => {
  const fee = parseFeePercent(input.fee);
  if (fee === undefined) throw new Error("malformed fee in a vector");
  const rate = input.rate === null ? undefined : parseRate(input.rate);
  expect(rateWithFee(rate, fee) ?? null).toBe(expected);
});
