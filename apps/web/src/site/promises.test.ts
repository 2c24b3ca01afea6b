import { BANK_FORMATS } from "@wattle/contracts/bank-formats/formats";
import { DEPOSIT_TIMES, MATCHING } from "@wattle/contracts/deposit-times";
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

/** What the product does not do, so that no page may say that it is done. Add here what is taken back, not what is hoped for. */
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
  ["calculate rewards", /reward is calculated|has been earned/i],
  ["use a made-up rate", /made-up rate/i],
])("no page says that we %s", (_what, claim) => {
  expect(pages.size).toBeGreaterThan(12);
  for (const [path, text] of pages) expect(text.match(claim)?.[0], path).toBeUndefined();
});

test("deposits take the same time on every page and screen", () => {
  expect(textOf("/")).toContain(`PayID takes minutes to reach us. Then ${MATCHING}`);
  expect(textOf("/")).toContain(DEPOSIT_TIMES.post_billpay);
  expect(textOf("/support")).toContain(`Payments that have reached us are ${MATCHING}.`);
  for (const { currency, depositMethods } of Object.values(BANK_FORMATS)) {
    for (const [method, { time }] of Object.entries(depositMethods)) {
      expect(time, `${currency} ${method}`).toBe(DEPOSIT_TIMES[method as keyof typeof DEPOSIT_TIMES]);
    }
  }
  for (const time of Object.values(DEPOSIT_TIMES)) expect(time).toContain(MATCHING);
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

test("a legal text says that it is a draft nowhere in the page that is sent", () => {
  for (const path of ["/terms-of-service", "/aml", "/privacy-policy"])
    expect(textOf(path)).not.toMatch(/draft/i);
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
