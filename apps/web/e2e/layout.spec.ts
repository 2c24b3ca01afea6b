import { expect, test, type Page } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { SITE } from "./addresses.ts";
import { clippedOn, overflowOf, settle, WIDER_LETTERS } from "./page-state.ts";

/** A phone, a laptop at 200 %, the width at which most layouts change, and the laptop. */
const WIDTHS = [320, 720, 992, 1440] as const;
const HEIGHT = 900;

/** The line-work of a page's head. */
const FIGURES = "svg[viewBox='-500 -500 1000 1000']";
const NO_LETTERS =
  "*, *::before, *::after { color: transparent !important; animation: none !important; transition: none !important; caret-color: transparent !important }";

/**
 * Overlaps of text and line-work: the lines of text whose pixels change when the line-work is taken away, with all
 * letters made transparent. A cover of the line-work (a card, a cleared patch) thus counts as it is seen.
 */
async function textOverLines(page: Page): Promise<string[]> {
  for (;;) {
    // A robot check that comes in between two pictures moves text. They show one layout only if it is the same before and after.
    const before = await layoutOf(page);
    const found = await textOverLinesNow(page);
    if ((await layoutOf(page)) === before) return found;
  }
}

/** Places of all that is laid out in the page's head. */
const layoutOf = (page: Page): Promise<string> =>
  page.locator("main > :first-child *").evaluateAll((parts) =>
    parts
      .map((part) => part.getBoundingClientRect())
      .map(({ x, y, width, height }) => `${x} ${y + scrollY} ${width} ${height}`)
      .join(),
  );

async function textOverLinesNow(page: Page): Promise<string[]> {
  const field = page.locator("main > :first-child").first();
  const box = await field.boundingBox();
  if (box === null) return [];
  const top = { x: 0, y: 0, width: box.width, height: box.y + box.height };
  // For a picture of the full page it is laid out once more.
  const fullPage = top.height > HEIGHT;
  const shot = (): Promise<Buffer> => page.screenshot({ fullPage, clip: top, animations: "disabled" });
  const showLines = (visibility: "visible" | "hidden"): Promise<void> =>
    page.locator(FIGURES).evaluateAll((figures, value) => {
      for (const figure of figures) (figure as SVGElement).style.visibility = value;
    }, visibility);
  await showLines("visible");
  const drawn = await shot();
  await showLines("hidden");
  const bare = await shot();
  return page.evaluate(
    async ([one, other]) => {
      const pixels = async (png: string) => {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context?.drawImage(bitmap, 0, 0);
        return { data: context?.getImageData(0, 0, bitmap.width, bitmap.height).data, width: bitmap.width };
      };
      const [with_, without] = [await pixels(one), await pixels(other)];
      const differs = ({ left, top: above, right, bottom }: DOMRect): boolean => {
        for (let y = Math.max(0, Math.floor(above)); y < bottom; y += 1)
          for (let x = Math.max(0, Math.floor(left)); x < right; x += 1)
            for (let channel = 0; channel < 3; channel += 1) {
              const at = (y * with_.width + x) * 4 + channel;
              // A feathered edge may be off by a rounding.
              if (Math.abs((with_.data?.[at] ?? 0) - (without.data?.[at] ?? 0)) > 3) return true;
            }
        return false;
      };
      const found: string[] = [];
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (words.nextNode() !== null) {
        const range = document.createRange();
        range.selectNodeContents(words.currentNode);
        if (words.currentNode.nodeValue?.trim() === "") continue;
        const shown = words.currentNode.parentElement;
        if (shown === null || !shown.checkVisibility() || shown.closest(".visually-hidden, .skip-link"))
          continue;
        if ([...range.getClientRects()].some((rect) => differs(rect)))
          found.push(words.currentNode.nodeValue?.trim() ?? "");
      }
      return found;
    },
    [drawn.toString("base64"), bare.toString("base64")] as const,
  );
}

for (const path of [...SITE, "/no-such-page"]) {
  test(`${path} runs no line-work behind text and cannot be scrolled sideways`, async ({ page }) => {
    test.slow();
    await page.goto(path);
    await settle(page);
    await expect(page.locator(FIGURES)).not.toHaveCount(0);
    await page.addStyleTag({ content: NO_LETTERS });
    const faults: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const line of await overflowOf(page)) faults.push(`${width} px: ${line}`);
      // Parts that move by themselves meanwhile, such as a price, are no fault: they are not at the same place twice.
      const first = new Set(await textOverLines(page));
      if (first.size === 0) continue;
      const texts = (await textOverLines(page)).filter((text) => first.has(text));
      faults.push(...texts.map((text) => `${width} px: ${text}`));
    }
    expect(faults).toEqual([]);
  });
}

const LONG_NAME = "Wilhelmina".repeat(10).slice(0, 70);
/** A customer with as much money, and with names as long, as there can be. */
const HARDEST: Readonly<Record<string, unknown>> = {
  "balances.get": { AUD: "999999999999999.99", BTC: "20999999.99999999" },
  "bankAccounts.list": [null, "2030-01-01T00:00:00.000Z"].map((held, index) => ({
    id: `account-${index}`,
    currency: "AUD",
    country: "AU",
    account_name: LONG_NAME,
    bank_name: LONG_NAME,
    bsb: "000-111",
    bank_code: null,
    account_number: "123456789",
    held_until: held,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
  })),
};

/** Answers the calls named in `answers` with what is there, and leaves the rest to the server. */
async function answerWith(page: Page, answers: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route("**/trpc/*?batch=1*", async (route) => {
    const calls = new URL(route.request().url()).pathname.replace("/trpc/", "").split(",");
    if (!calls.some((call) => call in answers)) return route.fallback();
    const response = await route.fetch();
    const results = (await response.json()) as unknown[];
    return route.fulfill({
      response,
      json: results.map((result, index) => {
        const answer = answers[calls[index] ?? ""];
        return answer === undefined ? result : { result: { data: answer } };
      }),
    });
  });
}

/** The figures on a page that are broken inside, with where. */
const brokenFigures = (page: Page): Promise<string[]> =>
  page.locator("main").evaluate((main) => {
    const found: string[] = [];
    const words = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (words.nextNode() !== null) {
      const text = words.currentNode.nodeValue ?? "";
      for (const { 0: figure, index } of text.matchAll(/[+−]?\d[\d,.]*\d%?/g)) {
        const range = document.createRange();
        range.setStart(words.currentNode, index);
        range.setEnd(words.currentNode, index + figure.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(figure);
      }
    }
    return found;
  });

const MOST = "999999999999999.99";
const holding = (currency: string, amount: string) => ({
  currency,
  amount,
  held: "0",
  price: MOST,
  value: MOST,
  share: 500,
  change_24h: "-12.34",
  average_cost: MOST,
  assumed_cost: true,
  gain: { amount: `-${MOST}`, percent: "-100.00" },
});
/** As much as there can be in every figure. */
const HARDEST_OVERVIEW = {
  "portfolio.overview": {
    home: "AUD",
    total: MOST,
    change_24h: { amount: `-${MOST}`, percent: "-12.34", since: "purchase" },
    put_in: MOST,
    deposited: MOST,
    withdrawn: MOST,
    added: MOST,
    realised: MOST,
    gain: { amount: `-${MOST}`, percent: "-12.34" },
    gain_parts: { fees: MOST, prices: `-${MOST}` },
    line: null,
    holdings: [holding("BTC", "20999999.99999999"), holding("AUD", MOST)],
    open: [],
    open_total: 0,
    recent: [],
    progress: { bank_account: null, deposited: true, purchased: true },
  },
};

/** A history of sales and deposits of as much as there can be. */
const HARDEST_HISTORY = {
  "history.list": {
    data: ["exchange", "deposit", "adjustment"].map((type, index) => ({
      id: `0198f2c4-7d1e-7cc0-9d64-0b2f6b1f3a5${index}`,
      transaction_type: type,
      status: "completed",
      credit: type === "exchange" ? "20999999.99999999" : MOST,
      credit_currency: type === "exchange" ? "BTC" : "AUD",
      debit: MOST,
      debit_currency: "AUD",
      rate: null,
      fee: null,
      fee_amount: null,
      fee_currency: null,
      converted: null,
      reference: "38DY-LKSW-NHGE",
      payment_method: type === "deposit" ? "payid" : null,
      bank_account_id: null,
      coin_payee_id: null,
      note: null,
      created_at: "2026-01-31T09:30:00.000Z",
      updated_at: "2026-01-31T09:30:00.000Z",
    })),
    meta: { current_page: 1, last_page: 1, per_page: 10, total: 3 },
    next: null,
  },
};
const OVERVIEW = "/dashboard/personal-information";
const HISTORY = "/dashboard/transactions-history";

for (const [whose, email, address, answers] of [
  ["the overview of a customer in Nigeria", "nigeria@demo.test", OVERVIEW, {}],
  ["an overview with 17 digits everywhere", "customer@demo.test", OVERVIEW, HARDEST_OVERVIEW],
  ["a history with 17 digits everywhere", "customer@demo.test", HISTORY, HARDEST_HISTORY],
] as const) {
  test(`no figure is broken inside, at any width: ${whose}`, async ({ page }) => {
    await signInByRequest(page, email);
    await answerWith(page, answers);
    await page.goto(address);
    await settle(page);
    const seen = address === OVERVIEW ? page.getByText("Total balance") : page.getByText(/^\+999,/).first();
    await expect(seen).toBeVisible();
    const faults: string[] = [];
    for (const width of [320, 360, 390, 600, 699, 700, 768, 900, 1099, 1100, 1199, 1200, 1440, 1600, 1920]) {
      await page.setViewportSize({ width, height: HEIGHT });
      for (const figure of await brokenFigures(page)) faults.push(`${width} px: ${figure}`);
      for (const line of await overflowOf(page)) faults.push(`${width} px: ${line}`);
    }
    expect(faults).toEqual([]);
  });
}

for (const [letters, style] of [
  ["its own letters", "/**/"],
  ["wider letters", WIDER_LETTERS],
] as const) {
  test(`the withdrawal page keeps within 320 px whatever is on it, in ${letters}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await signInByRequest(page, "customer@demo.test");
    await answerWith(page, HARDEST);
    await page.goto("/dashboard/withdraw-money");
    await settle(page);
    await page.addStyleTag({ content: style });
    const keepsWithin = async (what: string): Promise<void> => {
      expect(await overflowOf(page), what).toEqual([]);
      expect(await clippedOn(page), what).toEqual([]);
    };
    await keepsWithin("as it opens");
    const amount = page.getByLabel("Amount", { exact: true });
    const account = page.getByLabel("Bank account", { exact: true });
    const check = page.getByRole("button", { name: "Review withdrawal" });
    await account.selectOption("account-1");
    await amount.fill("9".repeat(17));
    await amount.blur();
    await expect(check).toBeDisabled();
    await expect(page.getByText(/^You can withdraw to this account from/)).toBeVisible();
    await expect(page.getByText("This amount is too large")).toBeVisible();
    await keepsWithin("an error at every field");

    await account.selectOption("account-0");
    await page.getByRole("button", { name: "Max" }).click();
    await check.click();
    await expect(page.getByText(LONG_NAME).first()).toBeVisible();
    await keepsWithin("the answers");
    let lose = (): void => {};
    const lost = new Promise<void>((resolve) => (lose = resolve));
    await page.route("**/trpc/withdrawals.request*", async (route) => {
      await lost;
      await route.abort();
    });
    await page.getByRole("button", { name: /^Withdraw 999/ }).click();
    await expect(page.getByText("Requesting your withdrawal")).toBeVisible();
    await keepsWithin("while it is sent");
    lose();
    await expect(page.getByRole("alert")).toContainText("No connection");
    await keepsWithin("an alert");
  });
}

test("what sticks out of the window is named", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const cut = `<div style="overflow: hidden"><b style="display: block; width: 900px">Cut</b></div>`;
  await page.setContent(
    `<body style="margin: 0"><main class="wide"><p style="width: 322px">Too far</p></main>${cut}</body>`,
  );
  expect(await overflowOf(page)).toEqual([
    "2 px too wide",
    `main.wide > p: right edge at 322.0 of 320 px, "Too far"`,
  ]);
  await page.setViewportSize({ width: 322, height: 700 });
  expect(await overflowOf(page)).toEqual([]);
});

for (const path of ["/", "/support", "/basics"]) {
  test(`the header's links are a line each on small tablets at ${path}`, async ({ page }) => {
    await page.goto(path);
    await settle(page);
    for (const width of [786, 800, 1024]) {
      await page.setViewportSize({ width, height: 700 });
      const broken = await page
        .locator("header")
        .first()
        .locator("a:not(:has(svg)), button:not(:has(svg))")
        .evaluateAll((links) =>
          links
            .filter((link) => {
              const text = document.createRange();
              text.selectNodeContents(link);
              const tops = [...text.getClientRects()].map(({ top, height }) => Math.round(top + height / 2));
              return link.checkVisibility() && Math.max(...tops) - Math.min(...tops) > 8;
            })
            .map((link) => link.textContent),
        );
      expect(broken, `at ${width} px`).toEqual([]);
      expect(await overflowOf(page), `at ${width} px`).toEqual([]);
    }
  });
}

const FORMS = [
  "/login",
  "/teamaccess/login",
  "/register",
  "/forgot-password",
  "/reset-password?token=a&email=b",
  "/support",
  "/otc-desk",
];
for (const path of FORMS) {
  test(`every field of ${path} is 360 px wide, in one column, or in two where those of one pass the fold`, async ({
    page,
  }) => {
    await page.goto(path);
    await settle(page);
    for (const [width, expected] of [
      [1440, 360],
      [768, 360],
      [320, undefined],
    ] as const) {
      await page.setViewportSize({ width, height: HEIGHT });
      const boxes = await page
        .locator("form")
        .first()
        .locator("input:not([type=checkbox]), select, textarea")
        .evaluateAll((controls) =>
          controls
            .filter((control) => control.checkVisibility())
            .map((control) => {
              const group = control.closest("div:has(label)") ?? control;
              const { left, width: wide } = group.getBoundingClientRect();
              return { left: Math.round(left), wide: Math.round(wide) };
            }),
        );
      expect(boxes.length).toBeGreaterThan(0);
      const columns = path === "/register" && width === 1440 ? 2 : 1;
      expect(new Set(boxes.map(({ left }) => left)).size).toBe(columns);
      if (expected !== undefined) expect(new Set(boxes.map(({ wide }) => wide))).toEqual(new Set([expected]));
    }
  });
}

test("words are a quarter of the letters' size apart, and a percent sign is as wide next to tabular figures", async ({
  page,
}) => {
  await page.goto("/");
  const widths = await page.evaluate(async () => {
    const line = document.createElement("span");
    line.style.cssText = "position: absolute; white-space: pre; font-size: 1000px; font-kerning: none";
    document.body.append(line);
    await document.fonts.load("1000px 'Instrument Sans Variable'");
    const width = (text: string, figures = "normal"): number => {
      line.style.fontVariantNumeric = figures;
      line.textContent = text;
      return line.getBoundingClientRect().width;
    };
    const result = {
      space: width("t i") - width("ti"),
      percent: width("%"),
      tabularPercent: width("%", "tabular-nums"),
      tabularOne: width("1", "tabular-nums"),
      tabularZero: width("0", "tabular-nums"),
    };
    line.remove();
    return result;
  });
  expect(widths.space).toBeGreaterThanOrEqual(245);
  expect(widths.tabularPercent).toBe(widths.percent);
  expect(widths.tabularOne).toBe(widths.tabularZero);
});
