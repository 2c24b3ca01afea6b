import { expect, test, type Page } from "@playwright/test";
import { fillSignIn, signInByRequest } from "../bench/sign-in.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

const EXCHANGE = "/dashboard/currency-exchange";

const pay = (page: Page) => page.getByLabel("You pay", { exact: true });
const get = (page: Page) => page.getByLabel("You get", { exact: true });
const exchangeNow = (page: Page) => page.getByRole("button", { name: "Exchange Now!" });
const yes = (page: Page) => page.getByRole("button", { name: "Yes", exact: true });
const no = (page: Page) => page.getByRole("button", { name: "No", exact: true });
const held = (page: Page) => page.getByText(/^Exchange rate [A-Z]{3}\/[A-Z]{3} fixed for \d+ seconds$/);

async function openExchange(page: Page, email = "customer@demo.test"): Promise<void> {
  await signInByRequest(page, email);
  await page.goto(EXCHANGE);
  await expect(held(page)).toBeVisible();
}

interface Account {
  readonly balance: Readonly<Record<string, string>>;
  readonly transactions: number;
}

/** The server's answer about the signed-in customer. */
async function account(page: Page): Promise<Account> {
  const balance = (await (await page.request.get("/api/users/balance")).json()) as {
    data: Account["balance"];
  };
  const history = (await (await page.request.get("/api/users/transactions")).json()) as {
    meta: { total: number };
  };
  return { balance: balance.data, transactions: history.meta.total };
}

/** Smallest units of a decimal text, grouped or not. */
const units = (text: string | undefined): bigint => BigInt((text ?? "").replaceAll(/[.,]/g, ""));

test("@postgres a customer sells 0.01234567 BTC and sees exact balances and history", async ({ page }) => {
  await openExchange(page);
  const before = await account(page);
  await pay(page).fill("0.01234567");
  await expect(get(page)).not.toHaveValue("");
  const got = await get(page).inputValue();
  await exchangeNow(page).click();
  const popup = page.getByRole("dialog", { name: "Confirm exchange" });
  await expect(popup).toContainText("0.01234567 BTC");
  await expect(popup).toContainText(`${got} AUD`);
  await yes(page).click();
  await expect(page.getByText(`0.01234567 BTC to ${got} AUD`)).toBeVisible();
  await expect(pay(page)).toHaveValue("");
  await expect(page.getByLabel("Currency you pay")).toHaveValue("BTC");

  const after = await account(page);
  expect(units(before.balance["BTC"]) - units(after.balance["BTC"])).toBe(1_234_567n);
  expect(units(after.balance["AUD"]) - units(before.balance["AUD"])).toBe(units(got));
  expect(after.transactions).toBe(before.transactions + 1);
  await page.goto("/dashboard/transactions-history");
  await expect(page.getByText(`${got} AUD`).first()).toBeVisible();
});

test("@postgres a customer buys bitcoin with AUD", async ({ page }) => {
  await openExchange(page);
  const before = await account(page);
  await page.getByLabel("Currency you pay").selectOption("AUD");
  await expect(page.getByText("100,000.00 AUD")).toBeVisible();
  await pay(page).fill("1000");
  await expect(get(page)).toHaveValue(/^0\.\d{8}$/);
  const got = await get(page).inputValue();
  await exchangeNow(page).click();
  await yes(page).click();
  await expect(page.getByText(`1,000.00 AUD to ${got} BTC`)).toBeVisible();
  const after = await account(page);
  expect(units(before.balance["AUD"]) - units(after.balance["AUD"])).toBe(100_000n);
  expect(units(after.balance["BTC"]) - units(before.balance["BTC"])).toBe(units(got));
});

test("a double click and a lost answer make one exchange", async ({ page }) => {
  await openExchange(page);
  const before = await account(page);
  await pay(page).fill("0.002");
  await exchangeNow(page).click();
  let lost = 0;
  await page.route("**/trpc/exchange.execute*", async (route) => {
    if (lost > 0) return route.fallback();
    lost += 1;
    // The server executes it; the answer never arrives.
    await route.fetch();
    return route.abort();
  });
  await yes(page).dblclick();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/0\.00200000 BTC to .* AUD/)).toBeVisible();
  const after = await account(page);
  expect(after.transactions).toBe(before.transactions + 1);
  expect(units(before.balance["BTC"]) - units(after.balance["BTC"])).toBe(200_000n);
});

test("the rate expires, Yes goes, and 'update rate' brings a new hold with the amounts kept", async ({
  page,
}) => {
  await page.clock.install();
  await openExchange(page);
  await pay(page).fill("0.01");
  // The pause after the edit must be over: an edit that is still waiting would fetch a new rate by itself.
  await page.clock.runFor(600);
  await exchangeNow(page).click();
  await expect(yes(page)).toBeVisible();
  await page.clock.fastForward(46_000);
  await expect(yes(page)).toBeHidden();
  await expect(page.getByText("This rate has expired.")).toBeVisible();
  await no(page).click();
  await expect(page.getByText("Exchange rate expired!")).toBeVisible();
  await expect(exchangeNow(page)).toBeDisabled();
  await page.getByText("update rate").click();
  await expect(held(page)).toBeVisible();
  await expect(pay(page)).toHaveValue("0.01000000");
  await expect(exchangeNow(page)).toBeEnabled();
});

test("a returning customer buys bitcoin for 100 AUD in four clicks, and sees what was bought", async ({
  page,
}) => {
  await openExchange(page);
  const before = await account(page);
  await page.getByRole("radio", { name: "Buy" }).check();
  await page.getByRole("button", { name: "100", exact: true }).click();
  await exchangeNow(page).click();
  await yes(page).click();
  const panel = page.getByRole("region", { name: /^You bought 0\.\d{8} BTC$/ });
  await expect(panel.getByRole("heading")).toBeFocused();
  await expect(panel).toContainText("for 100.00 AUD. It’s in your balance.");
  // The form is there for the next one: cleared, at the default pair, with its own rate.
  await expect(pay(page)).toHaveValue("");
  await expect(page.getByLabel("Currency you pay")).toHaveValue("BTC");
  await expect(held(page)).toBeVisible();
  // The purchase is on the chart, at its end.
  const chart = page.getByRole("slider", { name: "Price of Bitcoin" });
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart).toHaveAttribute("aria-valuetext", /You bought 0\.\d{8} BTC/);
  const balances = page.getByRole("region", { name: "Currency Balance" });
  await expect(balances.getByText("−100.00", { exact: true })).toBeVisible();
  await expect(balances.getByText(/^\+0\.\d{8}$/)).toBeVisible();
  expect(units(before.balance["AUD"]) - units((await account(page)).balance["AUD"])).toBe(10_000n);

  await panel.getByRole("button", { name: "Buy again" }).click();
  await expect(pay(page)).toBeFocused();
  await expect(pay(page)).toHaveValue("100.00");
  await expect(exchangeNow(page)).toBeEnabled();
  await exchangeNow(page).click();
  await yes(page).click();
  await page.getByRole("link", { name: "See receipt" }).click();
  await expect(page).toHaveURL(/\/receipt\?id=/);
});

test("a rate that expires in the popup is renewed there: old and new are shown, and the new one is exchanged", async ({
  page,
}) => {
  await page.clock.install();
  await openExchange(page);
  await page.getByRole("button", { name: "500 AUD" }).click();
  await expect(get(page)).toHaveValue(/^500\.0\d$/);
  await exchangeNow(page).click();
  await page.clock.fastForward(46_000);
  await page.getByRole("button", { name: "Get a new rate" }).click();
  await expect(
    page.getByText(/You’d (?:now get [\d,.]+ AUD instead of|still get) 500\.0\d AUD\./),
  ).toBeVisible();
  await page.getByRole("button", { name: "Use new rate" }).click();
  await yes(page).click();
  await expect(page.getByText(/^Success exchange/)).toBeVisible();
});

test("banner and button are in the first view; the headline leads to a purchase; Sign up is in reach", async ({
  page,
}) => {
  const lowest = async (): Promise<number> => {
    const boxes = await Promise.all([held(page), exchangeNow(page)].map((part) => part.boundingBox()));
    return Math.max(...boxes.map((box) => (box === null ? Infinity : box.y + box.height)));
  };
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    await expect(held(page)).toBeVisible();
    expect(await lowest()).toBeLessThanOrEqual(height);
    await page.getByRole("link", { name: "Buy Bitcoin" }).click();
    await expect(pay(page)).toHaveValue("1,000.00");
    await expect(exchangeNow(page)).toBeEnabled();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign up" })).toBeInViewport();
    // On a phone it stays, wherever one reads.
    if (width === 390) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect(page.getByRole("banner").getByRole("link", { name: "Sign up" })).toBeInViewport({
        ratio: 1,
      });
    }
    await page.evaluate(() => localStorage.clear());
  }
  await openExchange(page);
  await expect(held(page)).toBeVisible();
  for (const [width, height] of [
    [1280, 720],
    [390, 776],
  ] as const) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : height });
    expect(await lowest()).toBeLessThanOrEqual(height);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(exchangeNow(page)).toBeInViewport({ ratio: 1 });
});

test("on a phone the button stays in view while the form is filled in", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openExchange(page);
  await page.getByRole("button", { name: "Swap BTC and AUD" }).click();
  await page.getByRole("button", { name: "1,000", exact: true }).click();
  await expect(exchangeNow(page)).toBeEnabled();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(exchangeNow(page)).toBeInViewport({ ratio: 1 });
  await exchangeNow(page).click({ trial: true });
});

test("the form works by keyboard alone", async ({ page }) => {
  await openExchange(page);
  await page.getByRole("heading", { name: "Exchange Crypto" }).waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await pay(page).evaluate((field) => field === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(pay(page)).toBeFocused();
  await page.keyboard.type(".003");
  await expect(pay(page)).toHaveValue("0.003");
  await page.keyboard.press("ArrowUp");
  await expect(pay(page)).toHaveValue("0.00300001");
  await page.keyboard.press("Enter");
  await expect(no(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(no(page)).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(no(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(yes(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/0\.00300001 BTC to .* AUD/)).toBeVisible();
});

test("axe finds nothing: held, expired, confirming, error", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await openExchange(page);
  await pay(page).fill("0.01");
  await page.clock.runFor(600);
  await expect(exchangeNow(page)).toBeEnabled();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await exchangeNow(page).click();
  await expect(yes(page)).toBeVisible();
  // The popup fades in; half-way its colours are not yet what they will be.
  await page.clock.runFor(500);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.clock.fastForward(46_000);
  await expect(page.getByText("This rate has expired.")).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Get a new rate" }).click();
  await expect(page.getByRole("button", { name: "Use new rate" })).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.clock.fastForward(46_000);
  await expect(page.getByRole("button", { name: "Get a new rate" })).toBeVisible();
  await no(page).click();
  await page.clock.runFor(500);
  await expect(page.getByText("update rate")).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.route("**/trpc/quotes.getRate*", (route) => route.abort());
  await page.getByText("update rate").click();
  await expect(page.getByText("Error issuing exchange rate")).toBeVisible();
  await pay(page).fill("1.234,5");
  await expect(page.getByText("Enter an amount like 100.00")).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
});

test("a visitor's draft survives the sign-in", async ({ page }) => {
  await page.goto("/");
  await pay(page).fill("0.6");
  await expect(exchangeNow(page)).toBeEnabled();
  await exchangeNow(page).click();
  await page.waitForURL("**/login");
  expect(await page.evaluate(() => localStorage.getItem("pageExchange"))).toBe(
    '{"amount":"0.60000000","from":"BTC","to":"AUD"}',
  );
  await fillSignIn(page, "customer@demo.test");
  await page.waitForURL(`**${EXCHANGE}`);
  await expect(pay(page)).toHaveValue("0.60000000");
  expect(await page.evaluate(() => localStorage.getItem("pageExchange"))).toBeNull();
});

test("what was typed before the page's code came is not lost", async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/js/chunks/*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await pay(page).fill("0.25");
  release();
  await expect(get(page)).not.toHaveValue("");
  await expect(pay(page)).toHaveValue(/^0\.25/);
});

test("a session lost in the middle keeps the draft through the sign-in", async ({ page, context }) => {
  await openExchange(page);
  await pay(page).fill("0.0123");
  await exchangeNow(page).click();
  await context.clearCookies();
  await yes(page).click();
  await page.waitForURL("**/teamaccess/login");
  await fillSignIn(page, "customer@demo.test");
  await page.waitForURL(`**${EXCHANGE}`);
  await expect(pay(page)).toHaveValue("0.01230000");
});

test("a Nigerian customer sells for NGN and keeps AUD; no one else is offered NGN", async ({ page }) => {
  await openExchange(page, "nigeria@demo.test");
  await expect(page.getByLabel("Currency you get")).toHaveValue("NGN");
  await expect(page.getByLabel("Currency you pay").getByRole("option")).toHaveText([
    "NGN",
    "AUD",
    "BTC",
    "ETH",
  ]);
  await pay(page).fill("0.002");
  await exchangeNow(page).click();
  await yes(page).click();
  await expect(page.getByText(/0\.00200000 BTC to [\d,]+\.\d\d NGN/)).toBeVisible();
  await page.getByRole("button", { name: "Sell again" }).click();
  await page.getByLabel("Currency you pay").selectOption("NGN");
  await expect(page.getByText("5,000,000.00 NGN")).toBeVisible();

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await openExchange(page);
  await expect(page.getByLabel("Currency you pay").getByRole("option")).toHaveText(["AUD", "BTC", "ETH"]);
});

test("pasted text is understood or refused with a reason, and never lost", async ({ page }) => {
  await openExchange(page);
  await page.getByLabel("Currency you pay").selectOption("AUD");
  const paste = async (text: string): Promise<void> => {
    await pay(page).fill("");
    await pay(page).focus();
    await page.keyboard.insertText(text);
  };
  for (const [text, value] of [
    ["AUD 1,000.00", "1000.00"],
    ["$1,000", "1000"],
    ["A$ 1 000", "1000"],
    ["1,000.00 AUD", "1000.00"],
  ] as const) {
    await paste(text);
    await expect(pay(page)).toHaveValue(value);
    await expect(exchangeNow(page)).toBeEnabled();
  }
  for (const [text, reason] of [
    ["1.234,5", "Enter an amount like 100.00"],
    ["💰", "Enter an amount like 100.00"],
    ["9".repeat(300), "This amount is too large"],
  ] as const) {
    await paste(text);
    await expect(page.getByText(reason)).toBeVisible();
    await expect(pay(page)).toHaveValue(text);
    await expect(exchangeNow(page)).toBeDisabled();
  }
});

test("offline and back: the reason shows, nothing is lost, the form goes on", async ({ page, context }) => {
  await openExchange(page);
  await pay(page).fill("0.01");
  await expect(exchangeNow(page)).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByText("You are offline. Reconnect to exchange.")).toBeVisible();
  await expect(exchangeNow(page)).toBeDisabled();
  await context.setOffline(false);
  await expect(exchangeNow(page)).toBeEnabled();
  await expect(pay(page)).toHaveValue(/^0\.01/);
});

test("nothing scrolls sideways at 320 and 390 px", async ({ page }) => {
  await openExchange(page);
  await pay(page).fill("0.01234567");
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(exchangeNow(page)).toBeEnabled();
    expect(await overflowOf(page)).toEqual([]);
    const amounts = page.getByRole("group", { name: "Quick amounts" }).getByRole("button");
    const tops = await amounts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    if (width === 390) expect(new Set(tops).size, `one row of ${tops.length}`).toBe(1);
    await exchangeNow(page).click();
    await expect(yes(page)).toBeInViewport();
    expect(await overflowOf(page)).toEqual([]);
    await no(page).click();
    await expect(no(page)).toBeHidden();
  }
});

test("the coin's price is charted next to the form, with own trades, to keys and in a table", async ({
  page,
}) => {
  await openExchange(page);
  const chart = page.getByRole("slider", { name: "Price of Bitcoin" });
  await page.getByRole("button", { name: "1Y" }).click();
  await expect(chart.locator("[data-mark=buy]").first()).toBeVisible();
  await expect(chart.locator("[data-mark=sell]").first()).toBeVisible();
  const position = page.getByRole("region", { name: "Your position" });
  await expect(position).toContainText(/Average cost[\d,]+\.\d\d AUD/);
  await expect(page.getByText(/^Average cost [\d,]+\.\d\d$/)).toBeVisible();

  await chart.focus();
  await page.keyboard.press("Home");
  await expect(chart).toHaveAttribute("aria-valuenow", "0");
  await expect(chart).toHaveAttribute("aria-valuetext", /^\d+ \w+ \d{4}, .*: [\d,]+\.\d\d AUD/);
  await page.getByRole("button", { name: "Show as table" }).click();
  await expect(
    page
      .getByRole("region", { name: "Price of Bitcoin" })
      .getByText(/^You bought 0\.\d{8} BTC for [\d,.]+ AUD$/)
      .first(),
  ).toBeVisible();
  // Another coin has a chart of its own.
  await page.getByLabel("Currency you pay").selectOption("ETH");
  await expect(page.getByRole("slider", { name: "Price of Ethereum" })).toBeVisible();
});
