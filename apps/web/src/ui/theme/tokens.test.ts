import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { COLOURS, CONTRASTS, tokensCss, type ColourToken, type Scheme } from "./tokens.ts";

/** WCAG 2.2: relative luminance of an sRGB colour. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const pairs = CONTRASTS.flatMap(({ colour, on, ratio }) =>
  on.flatMap((ground) =>
    (["light", "dark"] as const).map((scheme): [ColourToken, ColourToken, Scheme, number] => [
      colour,
      ground,
      scheme,
      ratio,
    ]),
  ),
);

describe("tokens", () => {
  test.each(pairs)("%s on %s, %s: at least %s to 1", (colour, ground, scheme, ratio) => {
    expect(contrast(COLOURS[colour][scheme], COLOURS[ground][scheme])).toBeGreaterThanOrEqual(ratio);
  });

  test("the measure itself: black on white is 21 to 1", () => {
    expect(contrast("#000000", "#FFFFFF")).toBeCloseTo(21, 10);
  });

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
