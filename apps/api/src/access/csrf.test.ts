import { describe, expect, test } from "vitest";
import { randomIds } from "../clock.ts";
import { createCsrfTokens } from "./csrf.ts";

const SECRET = "a secret of at least thirty-two characters";
const OTHER = "another secret of at least thirty-two characters";
const tokens = createCsrfTokens([SECRET], false, randomIds);
const tokenFor = (fingerprint: string | null): string =>
  /^XSRF-TOKEN=([^;]+)/.exec(tokens.cookie(fingerprint))?.[1] ?? "";

describe("CSRF tokens", () => {
  test.each([["a session", "f1"] as const, ["a visitor", null] as const])(
    "hold for whom they were made: %s",
    (_, fingerprint) => {
      expect(tokens.holds(tokenFor(fingerprint), fingerprint)).toBe(true);
    },
  );

  test.each([
    ["another session", "f1", "f2"],
    ["a visitor", "f1", null],
    ["a session, when made for a visitor", null, "f1"],
    ["a session whose name begins alike", "f1", "f11"],
  ] as const)("do not hold for %s", (_, made, asked) => {
    expect(tokens.holds(tokenFor(made), asked)).toBe(false);
  });

  test("that held for one session still hold for no other", () => {
    const token = tokenFor("f1");
    for (const [fingerprint, holds] of [
      ["f1", true],
      ["f2", false],
      [null, false],
      ["f1", true],
    ] as const) {
      expect(tokens.holds(token, fingerprint)).toBe(holds);
    }
  });

  test("hold however many have held before", () => {
    const [first, last] = [tokenFor("first"), tokenFor("last")];
    expect(tokens.holds(first, "first")).toBe(true);
    for (let count = 0; count < 16_400; count++) tokens.holds(tokenFor("f1"), "f1");
    expect([tokens.holds(first, "first"), tokens.holds(last, "last"), tokens.holds(last, "first")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("are another each time, and all hold", () => {
    const made = Array.from({ length: 100 }, () => tokenFor("f1"));
    expect(new Set(made).size).toBe(100);
    expect(made.every((token) => tokens.holds(token, "f1"))).toBe(true);
  });

  test("one changed character is noticed", () => {
    const token = tokenFor("f1");
    for (let index = 0; index < token.length; index++) {
      const changed = token.slice(0, index) + (token[index] === "A" ? "B" : "A") + token.slice(index + 1);
      // The last character of 43 holds four bits; its two others may change without changing the bytes, not the text.
      expect(tokens.holds(changed, "f1"), `character ${index}`).toBe(false);
    }
  });

  test.each([undefined, "", ".", "..", "a.b", "a.b.c", "x".repeat(5000), `${tokenFor("f1")}.x`])(
    "%j does not hold",
    (token) => {
      expect(tokens.holds(token, "f1")).toBe(false);
    },
  );

  test.each([
    [true, tokenFor(null)],
    [true, tokenFor("f1")],
    [false, undefined],
    [false, ""],
    [false, "undefined"],
    [false, `${tokenFor(null)}=`],
    [false, tokenFor(null).slice(1)],
  ])("looks issued: %s, %s", (looks, token) => {
    expect(tokens.looksIssued(token)).toBe(looks);
  });

  test("made with another secret do not hold", () => {
    const others = createCsrfTokens([OTHER], false, randomIds);
    expect(others.holds(tokenFor("f1"), "f1")).toBe(false);
  });

  test("hold after their secret was replaced, as long as the one before is named", () => {
    const later = createCsrfTokens([OTHER, SECRET], false, randomIds);
    expect(later.holds(tokenFor("f1"), "f1")).toBe(true);
    expect(later.holds(tokenFor("f1"), "f2")).toBe(false);
  });
});
