import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import { describe, expect, test } from "vitest";
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
    expect(branded.html).toContain(`mailto:${DEFAULT_BRAND.supportEmail}`);
  });
});
