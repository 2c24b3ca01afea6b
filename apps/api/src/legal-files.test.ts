import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";
import { LegalTextError, parseLegalText } from "./legal-files.ts";

const parse = (source: string) => parseLegalText(source, { file: "terms.md", title: "Terms of Service" });

function refusal(source: string): string {
  try {
    parse(source);
  } catch (error) {
    if (error instanceof LegalTextError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("a legal text", () => {
  test("has a heading, contents and sections", () => {
    expect(
      parse(
        "# Our terms\n\nHello.\n\n## Fees & more\n\n1 %.\n\n### Small\n\n- one\n- two\n\n## Fees & more\n\nEnd.",
      ),
    ).toEqual({
      heading: "Our terms",
      contents:
        '<li><a href="#part-fees-more">Fees &amp; more</a></li><li><a href="#part-fees-more-2">Fees &amp; more</a></li>',
      body:
        "<p>Hello.</p>\n" +
        '<section id="part-fees-more" aria-labelledby="part-fees-more-title"><h2 id="part-fees-more-title">Fees &amp; more</h2><p>1 %.</p>\n<h3>Small</h3>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n</section>' +
        '<section id="part-fees-more-2" aria-labelledby="part-fees-more-2-title"><h2 id="part-fees-more-2-title">Fees &amp; more</h2><p>End.</p>\n</section>',
    });
  });

  test("without a heading of its own takes the page's", () => {
    expect(parse("## One\n\nText.").heading).toBe("Terms of Service");
  });

  test.each([
    ["a web address", "[a](https://bank.example/x?y=1&z=2)", 'href="https://bank.example/x?y=1&amp;z=2"'],
    ["a mail address", "<mailto:help@bank.example>", 'href="mailto:help@bank.example"'],
    ["a table", "| a | b |\n|---|---|\n| 1 | 2 |", "<td>2</td>"],
    ["angle brackets in code", "`<b>`", "<code>&lt;b&gt;</code>"],
    ["an ampersand", "Tom & Jerry", "<p>Tom &amp; Jerry</p>"],
  ])("may have %s", (_what, source, markup) => {
    expect(parse(`## One\n\n${source}\n`).body).toContain(markup);
  });

  test.each([
    [
      "a block of HTML",
      "## One\n\n<script>alert(1)</script>",
      "terms.md line 3: HTML; takes Markdown without HTML",
    ],
    [
      "HTML in a line",
      "## One\n\ntext\n\nmore <b onclick=x>b</b>",
      "terms.md line 5: HTML; takes Markdown without HTML",
    ],
    [
      "a script's address",
      "## One\n\n[a](javascript:alert(1))",
      'terms.md line 3: a link to "javascript:alert(1)"; takes http, https and mailto',
    ],
    [
      "a script's address in angle brackets",
      "## One\n\n<javascript:alert(1)>",
      'terms.md line 3: a link to "javascript:alert(1)"; takes http, https and mailto',
    ],
    [
      "a link without a scheme",
      "## One\n\n[a](//evil.example)",
      'terms.md line 3: a link to "//evil.example"; takes http, https and mailto',
    ],
    [
      "a data address by reference",
      "## One\n\n[a][b]\n\n[b]: data:text/html,x",
      'terms.md line 3: a link to "data:text/html,x"; takes http, https and mailto',
    ],
    [
      "a picture",
      "## One\n\n![a](https://x.example/a.png)",
      "terms.md line 3: image; takes headings, paragraphs, lists, tables, emphasis and links",
    ],
    [
      "a code block",
      "## One\n\n```js\nx\n```",
      "terms.md line 3: fence; takes headings, paragraphs, lists, tables, emphasis and links",
    ],
    [
      "a skipped level",
      "## One\n\n#### Two",
      "terms.md line 3: a heading with 4 #; takes 3 at most after the one before",
    ],
    [
      "a section that is not one",
      "### One\n\ntext",
      "terms.md line 1: a heading with 3 #; takes 2 at most after the one before",
    ],
    [
      "a second first heading",
      "# A\n\n## B\n\n# C",
      "terms.md line 5: a heading with one #; takes one, as the first line",
    ],
    [
      "a heading in a list",
      "## One\n\n- ## Two",
      "terms.md line 3: a heading within a list or quote; takes it by itself",
    ],
    ["no section", "Only a paragraph.", "terms.md: no section; takes at least one heading with ##"],
    ["nothing", "", "terms.md: no section; takes at least one heading with ##"],
  ])("%s is refused by its line", (_what, source, message) => {
    expect(refusal(source)).toBe(message);
  });

  test("whatever is written, no markup of its own gets through", () => {
    const pieces = [
      "<",
      ">",
      "script",
      "](",
      "[",
      "javascript:",
      "\n\n",
      "## ",
      "`",
      "&lt;",
      '"',
      "onclick=",
      "!",
      "http://x.example",
      " ",
      "\\",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        try {
          const { body, contents } = parse(`## One\n\n${parts.join("")}`);
          expect(contents + body).not.toMatch(
            /<(?!\/?(?:section|h[2-6]|p|ul|ol|li|a|em|strong|code|blockquote|hr|br)\b)/,
          );
          expect(contents + body).not.toMatch(/href="(?!https?:|mailto:|#)/);
          expect((contents + body).replace(/"[^"]*"/g, "")).not.toMatch(/<[^>]*\bonclick/);
        } catch (error) {
          if (!(error instanceof LegalTextError)) throw error;
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the files next to the brand's", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "wattle-legal-"));
    writeFileSync(path.join(folder, "brand.json"), '{"name":"Quay"}');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = () => readConfig({ BRAND_FILE: path.join(folder, "brand.json") });

  test("are used where they are there, and the product's texts otherwise", () => {
    expect(read().legalTexts).toEqual({});
    writeFileSync(path.join(folder, "aml.md"), "## Who we are\n\nQuay.");
    expect(Object.keys(read().legalTexts)).toEqual(["aml"]);
    expect(read().legalTexts.aml?.body).toContain("<p>Quay.</p>");
    expect(readConfig({}).legalTexts).toEqual({});
  });

  test.each([
    [
      "a wrong text",
      Buffer.from("## One\n\n<b>x</b>"),
      "BRAND_FILE: privacy.md line 3: HTML; takes Markdown without HTML",
    ],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00]), "BRAND_FILE: privacy.md: takes UTF-8 text"],
    ["a huge file", Buffer.alloc(600 * 1024, 97), "BRAND_FILE: privacy.md: takes at most 524288 bytes"],
  ])("%s stops the start", (_what, bytes, message) => {
    writeFileSync(path.join(folder, "privacy.md"), bytes);
    expect(read).toThrow(new ConfigError(message));
    rmSync(path.join(folder, "privacy.md"));
  });
});
