import { expect, test, type Page } from "@playwright/test";
import { signIn } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";

const EXCHANGE = "/dashboard/currency-exchange";
/** For so long another process, or this one, may not know of a change yet. */
const KNOWN_WITHIN = 5_000;

const got = (page: Page) => page.getByLabel("Currency you get");
const offered = async (page: Page): Promise<boolean> => {
  await page.goto(EXCHANGE);
  await expect(page.getByText(/ fixed for \d+ seconds$/)).toBeVisible();
  return (await got(page).locator("option[value=LTC]").count()) + (await paidOptions(page)) > 0;
};
const paidOptions = (page: Page) => page.getByLabel("Currency you pay").locator("option[value=LTC]").count();

test("@both a coin added to the running installation is bought, shown and switched off", async ({
  page,
  baseURL,
}) => {
  await signIn(page, "customer@demo.test");
  expect(await offered(page)).toBe(false);
  const operator = await Caller.signIn(baseURL, "operator@demo.test");
  await operator.call("ops.markets.setCurrency", {
    code: "LTC",
    kind: "crypto",
    full_name: "Litecoin",
    active: true,
  });
  for (const [from, to] of [
    ["LTC", "AUD"],
    ["AUD", "LTC"],
  ]) {
    await operator.call("ops.markets.setPair", { from, to, fee: "1" });
  }

  await expect.poll(() => offered(page), { timeout: 6 * KNOWN_WITHIN }).toBe(true);
  await page.getByLabel("Currency you pay").selectOption("AUD");
  await got(page).selectOption("LTC");
  await expect(page.getByText(/^Exchange rate AUD\/LTC fixed for/)).toBeVisible();
  await page.getByLabel("You pay", { exact: true }).fill("1000");
  await expect(page.getByLabel("You get", { exact: true })).toHaveValue(/^\d+\.\d{8}$/);
  const bought = await page.getByLabel("You get", { exact: true }).inputValue();
  await page.getByRole("button", { name: "Exchange Now!" }).click();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(page.getByText(` AUD to ${bought} LTC`)).toBeVisible();
  await expect(page.locator("dl").filter({ hasText: "LTC" }).getByText(bought)).toBeVisible();
  await page.goto("/dashboard/transactions-history");
  await expect(page.getByText(`${bought} LTC`).first()).toBeVisible();
  expect(await (await page.request.get("/api/users/transactions.csv")).text()).toContain("LTC");

  await operator.call("ops.markets.setCurrency", { code: "LTC", active: false });
  await expect.poll(() => offered(page), { timeout: 6 * KNOWN_WITHIN }).toBe(false);
  await expect(page.locator("dl").filter({ hasText: "LTC" }).getByText(bought)).toBeVisible();
  await page.goto("/dashboard/transactions-history");
  await expect(page.getByText(`${bought} LTC`).first()).toBeVisible();
  await operator.dispose();
});
