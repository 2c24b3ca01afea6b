import { describe, expect, test } from "vitest";
import { createIssuedQuotes } from "./issued-quotes.ts";
import type { Quote } from "./quote.ts";

const quoteAt = (issuedAt: number): Quote => ({
  id: String(issuedAt),
  subject: "u",
  creditCurrency: "BTC",
  debitCurrency: "AUD",
  rate: "1",
  fee: "1",
  min: "1.00000000",
  max: "2.00000000",
  rateTimestamp: 1,
  issuedAt,
  expiresAt: issuedAt + 45_000,
});

describe("issued quotes", () => {
  test("are found by exactly their text", () => {
    const issued = createIssuedQuotes();
    const quote = quoteAt(1000);
    issued.remember("a.b.c", quote);
    expect(issued.find("a.b.c")).toBe(quote);
    for (const other of ["a.b.c ", "a.b.C", "a.b.c=", ""]) expect(issued.find(other)).toBeUndefined();
  });

  test("are forgotten once they ran out and another is issued", () => {
    const issued = createIssuedQuotes();
    issued.remember("old", quoteAt(0));
    issued.remember("young", quoteAt(1));
    issued.remember("new", quoteAt(45_000));
    expect(issued.find("old")).toBeUndefined();
    expect(issued.find("young")).toBeDefined();
  });

  test("are remembered again after all of them ran out", () => {
    const issued = createIssuedQuotes(2);
    for (const time of [0, 1, 90_000, 90_001, 90_002]) issued.remember(`quote ${time}`, quoteAt(time));
    const found = [0, 1, 90_000, 90_001, 90_002].filter((time) => issued.find(`quote ${time}`) !== undefined);
    expect(found).toEqual([90_001, 90_002]);
  });

  test("are at most so many; the oldest go first", () => {
    const issued = createIssuedQuotes(3);
    for (const time of [1, 2, 3, 4]) issued.remember(`quote ${time}`, quoteAt(time));
    expect([1, 2, 3, 4].map((time) => issued.find(`quote ${time}`)?.issuedAt)).toEqual([undefined, 2, 3, 4]);
  });
});
