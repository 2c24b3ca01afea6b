import { describe, expect, test } from "vitest";
import { createIssuedQuotes } from "./issued-quotes.ts";

describe("issued quotes", () => {
  test("are known by exactly their text", () => {
    const issued = createIssuedQuotes();
    issued.remember("a.b.c");
    expect(issued.has("a.b.c")).toBe(true);
    for (const other of ["a.b.c ", "a.b.C", "a.b.c=", "a.x.c", ""]) expect(issued.has(other)).toBe(false);
  });

  test("are remembered so many at least, and twice as many at most; the oldest go first", () => {
    const issued = createIssuedQuotes(3);
    const numbers = [1, 2, 3, 4, 5, 6, 7];
    const known = numbers.map((number) => {
      issued.remember(`quote ${number}`);
      return numbers.filter((one) => issued.has(`quote ${one}`));
    });
    expect(known).toEqual([
      [1],
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5, 6],
      [4, 5, 6, 7],
    ]);
  });
});
