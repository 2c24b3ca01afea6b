import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import { BRAND_MARKS, fillJson } from "@wattle/contracts/brand-page";
import { expect, test } from "vitest";
import { webManifest } from "./brand-icon.ts";

test("the manifest takes any brand's name and stays JSON", () => {
  const brand = { ...DEFAULT_BRAND, name: 'Quay "& Sons" <b>' };
  const filled = fillJson(webManifest(BRAND_MARKS), { brand, origin: "https://quay.example", year: 2026 });
  expect(JSON.parse(filled)).toMatchObject({
    name: brand.name,
    short_name: brand.name,
    description: brand.regulatorLine,
  });
});
