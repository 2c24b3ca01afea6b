import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";

const PRICE = { name: "Price of Bitcoin" };

test("a coin's page has its price over time, what it costs and what it is", async ({ page }) => {
  const answer = await page.goto("/buy-sell/btc");
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bitcoin (BTC)");
  await expect(page).toHaveTitle(/^Bitcoin \(BTC\) price, buy and sell — /);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/buy-sell\/btc$/);
  await expect(page.getByRole("row", { name: "Our fee to buy" })).toContainText("1.00%");
  await expect(page.getByRole("slider", PRICE)).toBeVisible();
  await expect(page.getByText(/^[\d,]+\.\d\d AUD$/).first()).toBeVisible();
  await page.getByRole("button", { name: "1Y" }).click();
  await page.getByRole("button", { name: "Show as table" }).click();
  await expect.poll(() => page.getByRole("region", PRICE).getByRole("row").count()).toBeGreaterThan(300);

  await page.getByLabel("You pay", { exact: true }).fill("1000");
  await expect(page.getByLabel("You get", { exact: true })).toHaveValue(/^0\.\d{8}$/);
});

test("a coin's page reads without scripts", async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto("/buy-sell/eth");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ethereum (ETH)");
  await expect(page.getByText(/^Ether is the currency of Ethereum/)).toBeVisible();
  await expect(page.getByRole("row", { name: "Largest exchange" })).toContainText("100,000.00 AUD");
  await expect(page).toHaveTitle(/^Ethereum \(ETH\)/);
  await page.context().close();
});

test("the list of rates leads to the coins; what is no coin is not found", async ({ page }) => {
  const faults: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error") faults.push(line.text());
  });
  await page.goto("/buy-sell");
  await page.getByRole("link", { name: "Ethereum", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ethereum (ETH)");
  await expect(page).toHaveTitle(/^Ethereum \(ETH\)/);
  await expect(page.getByRole("slider", { name: "Price of Ethereum" })).toBeVisible();
  expect(faults).toEqual([]);
  expect((await page.goto("/buy-sell/xyz"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await page.goto("/buy-sell/ETH");
  await expect(page).toHaveURL(/\/buy-sell\/eth$/);
});

test("its button opens the exchange with the coin", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/buy-sell/eth");
  await page.getByRole("link", { name: "Buy ETH" }).click();
  await expect(page.getByLabel("Currency you get")).toHaveValue("ETH");
  await expect(page.getByLabel("Currency you pay")).toHaveValue("AUD");
});
