import { describe, expect, test } from "vitest";
import { brandColourFaults, COLOURS, contrast, CONTRASTS, type Scheme } from "./theme-colours.ts";

type Token = keyof typeof COLOURS;

const pairs = CONTRASTS.flatMap(({ colour, on, ratio }) =>
  on.flatMap((ground) =>
    (["light", "dark"] as const).map((scheme): [Token, Token, Scheme, number] => [
      colour,
      ground,
      scheme,
      ratio,
    ]),
  ),
);

describe("the theme's colours", () => {
  test.each(pairs)("%s on %s, %s: at least %s to 1", (colour, ground, scheme, ratio) => {
    expect(contrast(COLOURS[colour][scheme], COLOURS[ground][scheme])).toBeGreaterThanOrEqual(ratio);
  });

  test.each([
    ["black on white", "#000000", "#FFFFFF", 21],
    ["white on black", "#FFFFFF", "#000000", 21],
    ["a colour on itself", "#0E4A5A", "#0e4a5a", 1],
    // The grey that WCAG's own examples name as just enough on white.
    ["#767676 on white", "#767676", "#FFFFFF", 4.54],
  ])("the measure itself: %s", (_title, one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  });
});

describe("a brand's colours", () => {
  test.each([
    ["none of its own", {}],
    ["the theme's own", { brand: COLOURS.brand.light, "brand.dark": COLOURS.brand.dark }],
    ["plum, in both schemes", { brand: "#5B2A86", "brand-hover": "#45206A", "brand.dark": "#D9B8F5" }],
    ["a hero that reaches 4.5 but not the theme's own 7", { hero: "#1F6A4D", "hero-muted": "#FFFFFF" }],
  ])("%s will do", (_title, colours) => {
    expect(brandColourFaults(colours)).toEqual([]);
  });

  test.each([
    [
      "text too pale for its ground",
      { brand: "#7FB2C0" },
      /^brand: brand on canvas has a contrast of [\d.]+ to 1 in the light scheme; takes at least 4\.5 to 1$/m,
    ],
    [
      "the words on the gold button",
      { "on-accent": "#FFFFFF" },
      /^on-accent: on-accent on accent .* at least 4\.5/,
    ],
    ["a ground too dark for its words", { accent: "#3A2A10" }, /^accent: on-accent on accent /],
    ["only the dark scheme", { "brand.dark": "#0E4A5A" }, /^brand\.dark: .* in the dark scheme/],
    ["a control's border", { "control-border": "#D8DEDD" }, /^control-border: .* at least 3 to 1$/m],
    ["a field too pale for white words", { hero: "#8FC7B0" }, /^hero: hero-ink on hero .* at least 4\.5/],
    [
      "a token that does not exist",
      { primary: "#000000" },
      /^primary is no colour of the theme; takes canvas, /,
    ],
    ["a name of every object", { constructor: "#000000" }, /^constructor is no colour/],
  ])("%s is refused, with the token's name", (_title, colours, line) => {
    expect(brandColourFaults(colours).join("\n")).toMatch(line);
  });

  test("one hundredth under the limit is under it", () => {
    // #777777 on white is 4.478 to 1.
    expect(brandColourFaults({ muted: "#777777", surface: "#FFFFFF" }).join("\n")).toContain(
      "muted: muted on surface has a contrast of 4.47 to 1",
    );
  });
});
