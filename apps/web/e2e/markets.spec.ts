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

test("a coin added to the running installation is bought, shown and switched off", async ({
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
  // The server may have read its markets between the coin and its pairs: then it has no rate for it for a moment.
  await expect(async () => {
    await page.goto(EXCHANGE);
    await page.getByLabel("Currency you pay").selectOption("AUD");
    await got(page).selectOption("LTC");
    await expect(page.getByText(/^Exchange rate AUD\/LTC fixed for/)).toBeVisible({ timeout: KNOWN_WITHIN });
  }).toPass({ timeout: 6 * KNOWN_WITHIN });
  await page.getByLabel("You pay", { exact: true }).fill("1000");
  await expect(page.getByLabel("You get", { exact: true })).toHaveValue(/^\d+\.\d{8}$/);
  const bought = await page.getByLabel("You get", { exact: true }).inputValue();
  await page.getByRole("button", { name: "Exchange Now!" }).click();
  await page.getByRole("button", { name: "Yes", exact: true }).click();
  await expect(page.getByText(` AUD to ${bought} LTC`)).toBeVisible();
  await expect(page.locator("dl").filter({ hasText: "LTC" }).getByText(bought).first()).toBeVisible();
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

test("a country's bank accounts are offered as soon as its currency is added", async ({ page, baseURL }) => {
  const operator = await Caller.signIn(baseURL, "operator@demo.test");
  await operator.call("ops.markets.setCurrency", {
    code: "NZD",
    kind: "fiat",
    full_name: "New Zealand Dollar",
    active: true,
    exchange_min: "100.00",
    exchange_max: "50000.00",
    deposit_min: "1.00",
    deposit_max: "100000.00",
  });
  const finance = await Caller.signIn(baseURL, "finance@demo.test");
  await operator.callByTwo(finance, "ops.depositAccounts.set", {
    currency: "NZD",
    method: "bank_transfer",
    account_name: "Client Money",
    bank_name: "Bank of Example",
    account_number: "01-0902-0068389-00",
  });
  await signIn(page, "customer@demo.test");
  const reload = async (address: string, label: string): Promise<number> => {
    await page.goto(address);
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
    return page.locator("option[value=NZD]").count();
  };
  const bankAccount = (): Promise<number> => reload("/dashboard/bank-account?edit=new", "Account number");
  await expect.poll(bankAccount, { timeout: 6 * KNOWN_WITHIN }).toBe(1);

  await page.getByLabel("Currency").selectOption({ label: "NZD, a bank account in New Zealand" });
  await expect(page.getByLabel("BSB")).toHaveCount(0);
  await page.getByLabel("Bank name").fill("Bank of Example");
  await page.getByLabel("Account number").fill("08 6523 1954513 001");
  await page.getByRole("button", { name: "Add bank account" }).click();
  await expect(page.getByText("Not a valid account number")).toBeVisible();
  await page.getByLabel("Account number").fill("08 6523 1954512 001");
  await page.getByRole("button", { name: "Add bank account" }).click();
  await expect(page.getByText("Account 08-6523-1954512-001")).toBeVisible();

  expect(await reload("/dashboard/deposit-money", "Amount")).toBe(1);
  await page.locator("select:has(option[value=NZD])").selectOption("NZD");
  await page.getByLabel("Amount", { exact: true }).fill("250");
  await expect(page.getByRole("group", { name: "How will you pay?" }).getByRole("radio")).toHaveCount(1);
  await page.getByRole("button", { name: "Start deposit" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pay 250.00 NZD by Bank transfer");
  await expect(page.getByText("01-0902-0068389-000")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy Amount in NZD" })).toBeVisible();

  await operator.call("ops.markets.setCurrency", { code: "NZD", active: false });
  await expect.poll(bankAccount, { timeout: 6 * KNOWN_WITHIN }).toBe(0);
  await finance.dispose();
  await operator.dispose();
});
