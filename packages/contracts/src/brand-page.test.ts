import { describe, expect, test } from "vitest";
import { DEFAULT_BRAND, DEFAULT_DESCRIPTION, type Brand } from "./brand.ts";
import {
  BRAND_MARKS,
  BRAND_SLOT,
  DEFAULT_LOGO_SVG,
  DESCRIPTION_MARK,
  ORIGIN_MARK,
  YEAR_MARK,
  brandStyle,
  colourMark,
  fillPage,
  guillocheMark,
} from "./brand-page.ts";
import { guillochePath, guillocheSeed } from "./guilloche.ts";

const HOSTILE: Brand = {
  ...DEFAULT_BRAND,
  name: `Kurrajong & "Sons" <b>`,
  regulatorLine: "</script><script>alert(1)</script>",
  colours: { brand: "#123456", "brand.dark": "#abcdef", accent: "red;}body{display:none", "x y": "#000000" },
};
const values = {
  brand: HOSTILE,
  origin: "https://kurrajong.example",
  year: 2031,
  demo: false,
  ownTexts: [],
  taxResidence: "off" as const,
};

describe("filling a prerendered page", () => {
  test.each([
    ["text", `<p>${BRAND_MARKS.name}</p>`, "<p>Kurrajong &amp; &quot;Sons&quot; &lt;b&gt;</p>"],
    ["an attribute", `<a href="${ORIGIN_MARK}/x">`, `<a href="https://kurrajong.example/x">`],
    ["the year", `2020–${YEAR_MARK}`, "2020–2031"],
    ["the drawn mark where a brand has no logo", `${BRAND_MARKS.logoSvg}`, DEFAULT_LOGO_SVG],
    [
      "a page's line-work",
      `<path d="${guillocheMark("site.home")}">`,
      `<path d="${guillochePath(guillocheSeed("site.home", HOSTILE.domain))}">`,
    ],
    ["a colour of the brand's own", colourMark("brand"), "#123456"],
    ["the theme's colour where the brand has none", colourMark("hero"), "#0E4A5A"],
    ["the theme's colour where the brand's is none", colourMark("accent"), "#F2A93B"],
    ["a colour that does not exist stays", "%%colour.nothing%%", "%%colour.nothing%%"],
    ["an unknown mark stays", "%%nothing%% 100%% %%", "%%nothing%% 100%% %%"],
    [
      "JSON in a data block",
      `<script type="application/ld+json">{"name":"${BRAND_MARKS.name}"}</script>`,
      String.raw`<script type="application/ld+json">{"name":"Kurrajong & \"Sons\" \u003cb>"}</script>`,
    ],
  ])("%s", (_title, page, filled) => {
    expect(fillPage(page, values)).toBe(filled);
  });

  test("the data block holds the brand, with what the code must know of the installation, and cannot be ended by a value", () => {
    const page = fillPage(`<head>${BRAND_SLOT}</head>`, values);
    const block = /<script type="application\/json" id="wattle-brand">(.*?)<\/script>/.exec(page)?.[1];
    expect(JSON.parse(block ?? "")).toEqual({ ...HOSTILE, demo: false, ownTexts: [], taxResidence: "off" });
    expect(page).not.toContain("<script>alert");
  });

  test("what only a demo has is in the page of a demo, and nothing of it elsewhere", () => {
    const page = `<div><p data-demo-only="true" class="a">A <a href="/b">draft</a></p><p>The text</p></div>`;
    expect(fillPage(page, { ...values, demo: true })).toBe(page);
    expect(fillPage(page + page, values)).toBe("<div><p>The text</p></div>".repeat(2));
  });

  test.each([
    ["its own line", "Regulated by us.", "Regulated by us."],
    ["none", "", DEFAULT_DESCRIPTION],
  ])("the description of a brand with %s", (_title, regulatorLine, description) => {
    const page = `<p data-regulated-only="true" class="a">${BRAND_MARKS.regulatorLine}</p>`;
    const brand = { ...HOSTILE, regulatorLine };
    expect(fillPage(`<meta content="${DESCRIPTION_MARK}">`, { ...values, brand })).toContain(description);
    expect(fillPage(page, { ...values, brand })).toBe(
      regulatorLine === "" ? "" : `<p data-regulated-only="true" class="a">${regulatorLine}</p>`,
    );
  });

  test("every mark of the brand is filled, with the value of the same name", () => {
    expect(fillPage(JSON.stringify(BRAND_MARKS), values)).not.toContain("%%");
    const { reaches, ...times } = DEFAULT_BRAND.times;
    const { reaches: reachesMarks, ...timesMarks } = BRAND_MARKS.times;
    for (const [marks, texts] of [
      [reachesMarks, reaches],
      [timesMarks, times],
    ] as const) {
      const filled = fillPage(JSON.stringify(marks), values);
      expect(JSON.parse(filled)).toEqual(texts);
    }
  });
});

describe("a brand's colours", () => {
  test("only hexadecimal colours of plain tokens reach the page", () => {
    const style = brandStyle(HOSTILE.colours);
    expect(style).toContain("--brand:#123456");
    expect(style).toContain("--brand:#abcdef");
    expect(style).not.toMatch(/red|display|x y/);
  });

  test("no colours, no style", () => {
    expect(brandStyle({})).toBe("");
  });

  test("paper is light: a brand's dark colours are for the screen, its light ones for print in any scheme", () => {
    const style = brandStyle({ brand: "#123456", "brand.dark": "#abcdef" });
    const screenRules = style.match(/@media screen[^{]*\{(?:[^{}]*\{[^{}]*\})*\}/g) ?? [];
    expect(screenRules.join("").match(/#abcdef/g)).toHaveLength(2);
    expect(style.match(/#abcdef/g)).toHaveLength(2);
    expect(style).toContain('@media print{:root:root[data-scheme="dark"]{--brand:#123456}}');
    expect(fillPage(BRAND_SLOT, { ...values, brand: DEFAULT_BRAND })).not.toContain("<style>");
  });
});

describe("the line-work", () => {
  test.each(["site.home", "auth.login", "site.aml"])("%s stays under 640 characters of path data", (page) => {
    const path = guillochePath(guillocheSeed(page, "wattle.example"));
    expect(path.length).toBeLessThan(640);
    expect(path).toMatch(/^M-?\d+[ -]\d+Q[-\d ]+$/);
  });

  test("pages and brands differ, the same one does not", () => {
    const draw = (page: string, domain: string) => guillochePath(guillocheSeed(page, domain));
    expect(draw("site.home", "a.example")).toBe(draw("site.home", "a.example"));
    expect(draw("site.home", "a.example")).not.toBe(draw("site.aml", "a.example"));
    expect(draw("site.home", "a.example")).not.toBe(draw("site.home", "b.example"));
  });
});
