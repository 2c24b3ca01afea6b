// @vitest-environment node
import { DEFAULT_BRAND, DEFAULT_DESCRIPTION } from "@wattle/contracts/brand";
import { BRAND_MARKS, colourMark, fillJson, fillPage } from "@wattle/contracts/brand-page";
import { expect, test } from "vitest";
import { brandIcon, webManifest } from "./brand-icon.ts";

test("the manifest takes any brand's name and stays JSON", () => {
  const brand = { ...DEFAULT_BRAND, name: 'Quay "& Sons" <b>' };
  const filled = fillJson(webManifest(BRAND_MARKS), {
    brand,
    origin: "https://quay.example",
    year: 2026,
    demo: false,
    ownTexts: [],
    taxResidence: "off",
  });
  expect(JSON.parse(filled)).toMatchObject({
    name: brand.name,
    short_name: brand.name,
    description: DEFAULT_DESCRIPTION,
  });
});

test("icon and manifest take a brand's colours and logo", () => {
  const brand = {
    ...DEFAULT_BRAND,
    logoSvg: '<svg viewBox="0 0 2 2"><path d="M0 0h2v2z"/></svg>',
    colours: { hero: "#3B1F5B", accent: "#FFC857" },
  };
  const values = {
    brand,
    origin: "https://quay.example",
    year: 2026,
    demo: false,
    ownTexts: [],
    taxResidence: "off" as const,
  };
  const icon = fillPage(
    brandIcon({
      logoSvg: BRAND_MARKS.logoSvg ?? "",
      field: colourMark("hero"),
      line: colourMark("accent"),
    }),
    values,
  );
  expect(icon).toContain('fill="#3B1F5B"');
  expect(icon).toContain('color="#FFC857"');
  expect(icon).toContain(brand.logoSvg);
  expect(JSON.parse(fillJson(webManifest(BRAND_MARKS), values))).toMatchObject({
    theme_color: "#3B1F5B",
    background_color: "#F3F6F5",
  });
});
