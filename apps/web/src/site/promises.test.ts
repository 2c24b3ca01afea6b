// @vitest-environment node
import { DEPOSIT_METHODS } from "@wattle/contracts/deposit-limits";
import { DEFAULT_BRAND } from "@wattle/contracts/brand";
import { BRAND_MARKS, fillPage } from "@wattle/contracts/brand-page";
import { depositTime } from "@wattle/contracts/staff-times";
import { expect, test } from "vitest";
import { publicPaths, renderPage } from "../entry-server.tsx";

/** Every public page as text, by its address. */
const pages = new Map(
  await Promise.all(
    publicPaths().map(async (path) => {
      const { html, description } = await renderPage(path);
      const text = html
        .replaceAll(/<(?:svg|style)[\s\S]*?<\/(?:svg|style)>/g, " ")
        .replaceAll(/<!--.*?-->/g, "")
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll("&#x27;", "'");
      return [path, `${description} ${text}`.replaceAll(/\s+/g, " ")] as const;
    }),
  ),
);
const textOf = (path: string): string => pages.get(path) ?? "";

/**
 * Things that the product does not do, or only if an operator's staff do their part of it, so that no page may say of every installation that
 * it does. Add here what is taken back, not what is hoped for.
 */
test.each([
  [
    "compare customers with lists of sanctioned people",
    /sanctions? lists?|compared with the lists|those who check/i,
  ],
  ["watch transactions by rules", /\bmonitor/i],
  ["check companies", /directors|own or control|for a company/i],
  ["ask where money comes from", /source of funds|where (?:the )?money comes from/i],
  ["report to authorities", /we report|is reported|reports go/i],
  ["delete after a time", /seven years|two years after|a year after/i],
  ["answer within days", /within (?:30|two|three) (?:working )?days|30 days/i],
  ["export all personal data", /in a form that programs can read/i],
  ["train and check its people", /compliance officer|\btrained\b|independent of it/i],
  ["carry keys over by hand", /by hand|over to them|carry signed/i],
  ["credit deposits within minutes", /within minutes|usually takes? minutes/i],
  ["have a time for what people do", /(?:business|working) days?|office hours|minutes to reach/i],
  ["calculate rewards", /reward is calculated|has been earned/i],
  ["use a made-up rate", /made-up rate/i],
  ["keep coins from leaving", /coins? (?:cannot|can['’]t) be sent|cannot be sent to|no one can send coins/i],
])("no page says that we %s", (_what, claim) => {
  expect(pages.size).toBeGreaterThan(12);
  for (const [path, text] of pages) expect(text.match(claim)?.[0], path).toBeUndefined();
});

test("how long deposits take comes from the installation, on every page that says so", () => {
  const { times } = BRAND_MARKS;
  for (const method of DEPOSIT_METHODS) {
    expect(textOf("/")).toContain(depositTime(times, method));
    expect(textOf("/support")).toContain(times.reaches[method]);
  }
  expect(textOf("/support")).toContain(`Payments that reach us are ${times.matched}.`);
});

test("what the specification has the home page say is there", () => {
  for (const claim of [
    "Most crypto funds rest in offline cold wallets",
    "Your personal details are encrypted",
    "No fees for AUD deposits and withdrawals",
    "High daily limits",
  ]) {
    expect(textOf("/")).toContain(claim);
  }
});

test.each([
  ["a demo", true],
  ["any other installation", false],
])("the legal texts of %s are marked as drafts in the page that is sent: %s", async (_name, demo) => {
  for (const path of ["/terms-of-service", "/aml", "/privacy-policy"]) {
    const { html } = await renderPage(path);
    const sent = fillPage(html, {
      brand: DEFAULT_BRAND,
      origin: "",
      year: 2026,
      demo,
      ownTexts: [],
      taxResidence: "off",
    });
    expect(/Draft: this text comes with the product/.test(sent), path).toBe(demo);
    expect(/draft/i.test(sent), path).toBe(demo);
  }
});

test("a page for the operator's own text has nothing of the product's", async () => {
  for (const path of ["/terms-of-service", "/aml", "/privacy-policy"]) {
    const { html } = await renderPage(path, "own");
    expect(html).toContain("%%legal.heading%%</h1>");
    expect(html).toMatch(/<ol>%%legal\.contents%%<\/ol>/);
    expect(html).toMatch(/<div class="[^"]*">%%legal\.body%%<\/div>/);
    expect(html).not.toContain('id="purpose"');
  }
});

test.each([
  ["its own", "Registered with the regulator of this test."],
  ["none", ""],
])(
  "pages of a firm with a regulator line, %s, say that it is regulated only as it says",
  async (_name, line) => {
    const brand = { ...DEFAULT_BRAND, regulatorLine: line };
    for (const path of publicPaths()) {
      const { html } = await renderPage(path);
      const sent = fillPage(html, {
        brand,
        origin: "",
        year: 2026,
        demo: false,
        ownTexts: [],
        taxResidence: "off",
      });
      expect(sent, path).not.toMatch(/regulated by/i);
      const claims = sent.match(/<\w+ data-regulated-only[^>]*>/g) ?? [];
      expect(claims.length > 0, path).toBe(line !== "" && html.includes("<footer"));
      expect(sent.includes(line), path).toBe(claims.length > 0 || line === "");
    }
  },
);
