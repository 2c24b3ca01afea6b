import { expect, test, type Page } from "@playwright/test";
import { signIn, signInByRequest } from "../bench/sign-in.ts";

const OVERVIEW = "/dashboard/personal-information";
const chart = (page: Page) => page.getByRole("slider", { name: "What your balances were worth" });

test("@both the first page after log-in says what one owns, what it is worth and what happened", async ({
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
  await expect(chart(page).locator("canvas").first()).toBeVisible();
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

test("the code of charts is loaded with the chart, not with the log-in page", async ({ page }) => {
  const loaded: string[] = [];
  page.on("response", (response) => void loaded.push(new URL(response.url()).pathname));
  await page.goto("/login");
  await signIn(page, "customer@demo.test");
  await expect(chart(page).locator("canvas").first()).toBeVisible();
  const drawing = loaded.findIndex((path) => path.includes("draw-line"));
  const screen = loaded.findIndex((path) => path.includes("/trpc/portfolio.overview"));
  expect(screen).toBeGreaterThan(-1);
  expect(drawing).toBeGreaterThan(screen);
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
  await page.goto(OVERVIEW);
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
