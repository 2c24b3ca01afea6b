// @vitest-environment node
import { readFileSync } from "node:fs";
import { COLOURS } from "@wattle/contracts/theme-colours";
import { describe, expect, test } from "vitest";
import { tokensCss } from "./tokens.ts";

describe("tokens", () => {
  test("tokens.css is what tokens.ts makes", () => {
    const plain = (css: string): string => css.replace(/\s+/g, "");
    const file = readFileSync(`${import.meta.dirname}/tokens.css`, "utf8");
    expect(plain(file)).toBe(plain(tokensCss()));
  });

  test("the brand is not green, so that it never reads as a gain", () => {
    for (const scheme of ["light", "dark"] as const) {
      const channel = (at: number): number => Number.parseInt(COLOURS.brand[scheme].slice(at, at + 2), 16);
      expect(channel(5)).toBeGreaterThan(channel(3));
    }
  });
});
