// @vitest-environment node
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import { expect, test } from "vitest";
import { structuredData } from "./structured-data.ts";
import { supportQuestions } from "./support-questions.tsx";

const site = { brand: { ...DEFAULT_BRAND, name: "Harbour" }, origin: "https://harbour.example" };

test("home says whose site it is, and nothing that the brand does not", () => {
  expect(structuredData("/", site)).toMatchObject([
    { "@type": "Organization", name: "Harbour", url: "https://harbour.example/" },
    { "@type": "WebSite", name: "Harbour" },
  ]);
});

test("support's questions are those on the page", () => {
  const [page] = structuredData("/support", site) as [{ mainEntity: { name: string }[] }];
  expect(page.mainEntity.map(({ name }) => name)).toEqual(
    supportQuestions(site.brand.times).map(({ question }) => question),
  );
});

test("other pages say nothing", () => {
  expect(structuredData("/security", site)).toEqual([]);
});
