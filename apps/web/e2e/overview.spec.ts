import { expect, test, type Page } from "@playwright/test";
import { signIn, signInByRequest } from "../bench/sign-in.ts";
import { countClicks, expectClicks } from "./clicks.ts";
import { settle } from "./page-state.ts";

const OVERVIEW = "/dashboard/personal-information";
const chart = (page: Page) => page.getByRole("slider", { name: "What your balances were worth" });

test("the first page after log-in says what one owns, what it is worth and what happened", async ({
  page,
}) => {
  await signIn(page, "customer@demo.test");
  await page.waitForURL(`**${OVERVIEW}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Personal information");
  await expect(page.getByText(/^[\d,]+\.\d\d AUD$/).first()).toBeVisible();
  for (const name of ["Bitcoin", "Ethereum", "Australian Dollar"]) {
    await expect(page.getByRole("rowheader", { name })).toBeVisible();
  }
  await expect(page.getByRole("img", { name: /Bitcoin \d+\.\d%/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Recent activity" })).toBeVisible();
  await expect(chart(page)).toBeVisible();
});

test("the chart is read by keys, by a table and at each range, which is kept", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto(OVERVIEW);
  await expect(chart(page)).toBeVisible();
  await chart(page).focus();
  await page.keyboard.press("Home");
  const first = await chart(page).getAttribute("aria-valuetext");
  expect(first).toMatch(/^\d+ \w+ \d{4}, .*: [\d,]+\.\d\d AUD$/);
  await page.keyboard.press("ArrowRight");
  await expect(chart(page)).toHaveAttribute("aria-valuenow", "1");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "7D" }).click();
  await expect(page.getByText("Past 7 days")).toBeVisible();
  await page.getByRole("button", { name: "Show as table" }).click();
  const table = page.getByRole("region", { name: "What your balances were worth" });
  expect(await table.getByRole("row").count()).toBeGreaterThan(160);
  await page.getByRole("button", { name: "Show as chart" }).click();
  await expect(chart(page)).toBeVisible();

  await page.reload();
  await expect(page.getByRole("button", { name: "7D" })).toHaveAttribute("aria-pressed", "true");
});

test("a chart's line is there at once; a tap shows a value with its time, which stays until another tap", async ({
  browser,
  page,
}) => {
  const context = await browser.newContext({ hasTouch: true, baseURL: test.info().project.use.baseURL });
  const phone = await context.newPage();
  await page.close();
  await signInByRequest(phone, "customer@demo.test");
  await phone.goto(OVERVIEW);
  await expect(chart(phone).locator("svg path").last()).toHaveAttribute("d", /^M[\d.]+ [\d.]+L/);
  await settle(phone);
  await chart(phone).tap();
  const tip = chart(phone).getByText(/^[\d,]+\.\d\d AUD$/);
  await expect(tip).toBeVisible();
  await expect(chart(phone)).toContainText(/\d{4}, \d{1,2}:\d\d\s[ap]m/);
  await phone.getByRole("heading", { name: "Total balance" }).tap();
  await expect(tip).toHaveCount(0);
  await context.close();
});

test("on a phone the total comes before the actions, for eyes and for readers", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByRequest(page, "customer@demo.test");
  await page.goto(OVERVIEW);
  const total = await page.getByRole("heading", { name: "Total balance" }).boundingBox();
  const actions = await page.getByRole("navigation", { name: "Money" }).boundingBox();
  expect(total?.y).toBeLessThan(actions?.y ?? 0);
  const order = await page
    .locator("main :is(h1, h2, nav[aria-label])")
    .evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent));
  // Before what one owns comes what is under way, and a warning if there is no second factor.
  const always = order.filter((name) => !/^What happens next$|behind one password$/.test(name ?? ""));
  expect(always.slice(0, 4)).toEqual(["Personal information", "Total balance", "Money", "What you own"]);
});

test("Buy and Sell open the exchange the right way round; Deposit and Withdraw their pages", async ({
  page,
}) => {
  await signInByRequest(page, "customer@demo.test");
  const money = page.getByRole("navigation", { name: "Money" });
  await page.goto(OVERVIEW);
  await money.getByRole("link", { name: "Buy" }).click();
  await expect(page.getByLabel("Currency you pay")).toHaveValue("AUD");
  await page.goto(OVERVIEW);
  await expect(page.getByRole("rowheader", { name: "Bitcoin" })).toBeVisible();
  await money.getByRole("link", { name: "Sell" }).click();
  await expect(page.getByLabel("Currency you get")).toHaveValue("AUD");
  for (const [name, path] of [
    ["Deposit", "/dashboard/deposit-money"],
    ["Withdraw", "/dashboard/withdraw-money"],
  ] as const) {
    await page.goto(OVERVIEW);
    await money.getByRole("link", { name }).click();
    await page.waitForURL(`**${path}`);
  }
});

test("settings open in place; Escape closes them, and the focus is back at the button", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/security");
  const change = page.getByRole("button", { name: "Change Password" });
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await change.click();
  await expect(page.getByLabel("Current password")).toBeVisible();
  await page.getByLabel("Current password").focus();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Current password")).toHaveCount(0);
  await expect(change).toBeFocused();
});

test("who is not verified yet sees the steps, too", async ({ page }) => {
  await signInByRequest(page, "unverified@demo.test");
  await page.goto("/user-information");
  const steps = page.getByRole("list", { name: "Get started" }).getByRole("listitem");
  await expect(steps.filter({ hasText: "Verify your identity" })).toHaveAttribute("aria-current", "step");
});

test("someone who comes back buys 100 AUD of bitcoin in four clicks from signing in", async ({ page }) => {
  await signIn(page, "customer@demo.test");
  await page.waitForURL(`**${OVERVIEW}`);
  await countClicks(page);
  const buy = page.getByRole("navigation", { name: "Money" }).getByRole("link", { name: "Buy" });
  await expect(buy).toHaveAttribute("href", "/dashboard/currency-exchange?from=AUD&to=BTC");
  await buy.click();
  await page.getByRole("button", { name: "100", exact: true }).click();
  await expect(page.getByLabel("You get", { exact: true })).toHaveValue(/^0\.\d{8}$/);
  await page.getByRole("button", { name: "Exchange Now!" }).click();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^You bought 0\.\d{8} BTC/ })).toBeVisible();
  await expectClicks(page, 4);
});
