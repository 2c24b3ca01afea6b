import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escaped } from "./mail-markup.ts";
import { renderMail } from "./mail-template.ts";

const ORIGIN = "https://wattle.example";

describe("a mail", () => {
  const mail = renderMail(DEFAULT_BRAND, ORIGIN, {
    subject: "Enquiry\r\nBcc: everyone@mail.example <script>alert(1)</script>",
    paragraphs: ['Tom & "Jerry"', "two\nlines"],
    action: { label: "Open", url: `${ORIGIN}/x?a=1&b="2"` },
    note: "Small print",
  });

  test("has a subject of one line", () => {
    expect(mail.subject).toBe("Enquiry Bcc: everyone@mail.example <script>alert(1)</script>");
  });

  test("escapes everything in its markup", () => {
    expect(mail.html).not.toContain("<script>");
    expect(mail.html).toContain("&lt;script&gt;");
    expect(mail.html).toContain("Tom &amp; &quot;Jerry&quot;");
    expect(mail.html).toContain("two<br>lines");
    expect(mail.html).toContain("a=1&amp;b=&quot;2&quot;");
  });

  test("says the same as plain text, with the link written out", () => {
    for (const part of ['Tom & "Jerry"', "two\nlines", `${ORIGIN}/x?a=1&b="2"`, "Small print", "Wattle"]) {
      expect(mail.text).toContain(part);
    }
  });

  /** Visible text of the markup, in its order. */
  const readable = (html: string): string =>
    html
      .replace(/^[\s\S]*?<table/, "<table")
      .replaceAll(/<!--[\s\S]*?-->/g, "")
      .replaceAll(/<(br|p|h1|td|tr|table)[^>]*>/g, " ")
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&middot;", "·")
      .replaceAll("&amp;", "&")
      .replaceAll(/\s+/g, " ");

  test("says the same in both its forms, word for word and in the same order, whatever the words are", () => {
    // No white space of its own, so that words stay whole.
    const words = fc
      .array(fc.string({ minLength: 1, maxLength: 12, unit: "grapheme-ascii" }), {
        minLength: 1,
        maxLength: 6,
      })
      .map((parts) => parts.join(" ").replaceAll(/\s+/g, " ").trim())
      .filter((text) => text !== "");
    fc.assert(
      fc.property(
        words,
        fc.array(words, { maxLength: 4 }),
        words,
        words,
        (subject, paragraphs, label, small) => {
          const url = `${ORIGIN}/x?of=${encodeURIComponent(label)}`;
          const { text, html } = renderMail(DEFAULT_BRAND, ORIGIN, {
            subject,
            paragraphs,
            facts: paragraphs.map((value) => [label, value] as const),
            action: { label, url },
            note: small,
          });
          const said = readable(html);
          // In the markup the address is the button's, and that of a link for programs that draw no button.
          expect(text).toContain(url);
          expect(html.split(`href="${escaped(url)}"`).length).toBe(3);
          let at = 0;
          for (const part of [
            subject,
            ...paragraphs,
            ...paragraphs.flatMap((value) => [label, value]),
            label,
            small,
          ]) {
            expect(text).toContain(part);
            const found = said.indexOf(part, at);
            expect(found, `${part} in ${said}`).toBeGreaterThanOrEqual(at);
            at = found + part.length;
          }
        },
      ),
    );
  });

  test("is light where a program knows no style sheets, and dark where it asks for that", () => {
    expect(mail.html).toContain(`<body class="canvas" style="margin:0;padding:0`);
    expect(mail.html).toContain("background:#F3F6F5");
    expect(mail.html).toMatch(
      /@media \(prefers-color-scheme:dark\)\{\.canvas\{background:#0D1517!important\}/,
    );
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    const own = { ...DEFAULT_BRAND, colours: { "brand.dark": "#ABCDEF" } };
    expect(renderMail(own, ORIGIN, { subject: "x", paragraphs: [] }).html).toContain(
      ".button{background:#ABCDEF!important}",
    );
  });

  test("has the brand's own mark", () => {
    expect(mail.html).toContain('<svg width="28" height="28"');
    const own = { ...DEFAULT_BRAND, logoSvg: '<svg viewBox="0 0 1 1"><rect width="1" height="1"/></svg>' };
    expect(renderMail(own, ORIGIN, { subject: "x", paragraphs: [] }).html).toContain(
      'viewBox="0 0 1 1"><rect width="1" height="1"/></svg>Wattle</span>',
    );
  });

  test("is set in tables 600 px wide", () => {
    expect(mail.html).toContain("max-width:600px");
    expect(mail.html).not.toMatch(/flex|grid|var\(--/);
  });

  test.each([
    ["a reference", "Reference 7KQ4-M2XB-9PTR.", "7KQ4-M2XB-9PTR"],
    ["an amount with its currency", "It was 1,234.50 AUD.", "1,234.50 AUD"],
  ])("keeps %s on one line", (_what, words, whole) => {
    const { html } = renderMail(DEFAULT_BRAND, ORIGIN, { subject: "x", paragraphs: [words] });
    expect(html).toContain(`<span style="white-space:nowrap">${whole}</span>.`);
  });

  test("loads nothing from anywhere", () => {
    expect(mail.html).not.toMatch(/<img|<link|url\(|@import|src=/i);
  });

  test("wears the brand's colour, and names the brand and where to write", () => {
    const branded = renderMail(
      { ...DEFAULT_BRAND, name: "Acme & Co", colours: { brand: "#123456" } },
      ORIGIN,
      {
        subject: "x",
        paragraphs: [],
      },
    );
    expect(branded.html).toContain("#123456");
    expect(branded.html).toContain("Acme &amp; Co");
    expect(branded.html).toContain(DEFAULT_BRAND.address);
    expect(branded.text).toContain(DEFAULT_BRAND.address);
    expect(branded.html).toContain(`mailto:${DEFAULT_BRAND.supportEmail}`);
  });
});
