import { sumDecimals } from "@wattle/exchange-core/decimal";
import { expect, test, type Page } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";
import { openToday } from "./today.ts";

/** Nothing sticks out sideways, and nothing is wrong with it in either colour scheme. */
async function expectWellMade(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
}

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

/** Presses a key until the row with a text has the focus; rows move on by one each time. */
async function moveTo(page: Page, text: string): Promise<void> {
  const row = page.locator("tr[tabindex]").filter({ hasText: text }).first();
  await expect(row).toBeVisible();
  for (const _row of await page.locator("tr[tabindex]").all()) {
    await page.keyboard.press("j");
    if (await row.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(row).toBeFocused();
}

test("the books by keyboard alone: accounts, an entry, a customer's postings, and back to the transaction", async ({
  page,
}) => {
  await openToday(page, "finance@demo.test");
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await expect(heading(page, "Ledger")).toBeVisible();
  await moveTo(page, "Bank");
  await expectWellMade(page);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Postings of Bank AUD")).toBeVisible();
  await moveTo(page, "Deposit");
  await expectWellMade(page);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Ledger entry")).toBeVisible();
  const reference = page.getByRole("link", { name: /^Deposit [2-9A-Z]{4}-/ });
  await expect(reference).toBeVisible();
  await expectWellMade(page);

  await page.getByRole("link", { name: /(?:@demo\.test|^Closed account), available AUD$/ }).press("Enter");
  await expect(heading(page, /^Postings of (?!Bank)/)).toBeVisible();
  await expect(page.getByRole("cell", { name: /^[+−][\d,.]+ [A-Z]+$/ }).first()).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("link", { name: "Customer", exact: true }).press("Enter");
  await page.getByRole("link", { name: "Ledger postings" }).press("Enter");
  await expect(heading(page, /^Postings of (?!Bank)/)).toBeVisible();
  await moveTo(page, "Deposit");
  await page.keyboard.press("Enter");
  await reference.press("Enter");
  await expect(heading(page, /^[A-Z][a-z ]+, [\d,.]+ [A-Z]{3}, /)).toBeVisible();
  await moveTo(page, "Bank AUD");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Ledger entry")).toBeVisible();

  // The accounts of a moment before there were any.
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await page.getByLabel("As of", { exact: true }).fill("2020-01-01");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No account has a balance")).toBeVisible();
  await page.getByRole("button", { name: /^Show now/ }).press("Enter");
  await expect(page.locator("tr").filter({ hasText: "Bank" }).first()).toBeVisible();
});

test("a trade with a venue and limits by keyboard alone, on a phone, too", async ({ page, baseURL }) => {
  const finance = await Caller.signIn(baseURL, "finance@demo.test");
  const inventory = async (): Promise<string | undefined> => {
    const { data } = await finance.ask<{ data: { currency: string; inventory: string }[] }>(
      "ops.position.list",
    );
    return data.find(({ currency }) => currency === "ETH")?.inventory;
  };
  const before = (await inventory()) ?? "";
  await openToday(page, "finance@demo.test");
  await page.keyboard.press("g");
  await page.keyboard.press("l");
  await expect(heading(page, "Ledger")).toBeVisible();
  await page.keyboard.press("2");
  await moveTo(page, "ETH");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Trades of ETH with venues" })).toBeVisible();
  await expectWellMade(page);

  await page.keyboard.press("t");
  const trade = page.getByRole("dialog", { name: "Record a trade with a venue" });
  await expect(trade.getByLabel("Amount")).toBeFocused();
  await expect(trade.getByLabel("Coin", { exact: true })).toHaveValue("ETH");
  await page.keyboard.type("2");
  await page.keyboard.press("Tab");
  await page.keyboard.type("5,000.50");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Kraken");
  await expectWellMade(page);
  await page.keyboard.press("Control+Enter");
  await expect(trade).toHaveCount(0);
  await expect(
    page.locator("tr").filter({ hasText: "Kraken" }).filter({ hasText: "10,001.00 AUD" }),
  ).toBeVisible();
  expect(await inventory()).toBe(sumDecimals([before, "2"]));

  await page.keyboard.press("m");
  const limits = page.getByRole("dialog", { name: "Limits of ETH" });
  await expect(limits.getByLabel("Soft limit (optional)")).toBeFocused();
  await page.keyboard.type("5000");
  await page.keyboard.press("Tab");
  await page.keyboard.type("4000");
  await page.keyboard.press("Control+Enter");
  await expect(limits.getByRole("alert")).toBeVisible();
  await limits.getByLabel("Hard limit (optional)").fill("6000");
  await page.keyboard.press("Control+Enter");
  await expect(limits).toHaveCount(0);
  await expect(
    page.locator("tr").filter({ hasText: "Within limits" }).filter({ hasText: "ETH" }),
  ).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectWellMade(page);
  await finance.dispose();
});

test("reports by keyboard alone, with a chart of each day", async ({ page }) => {
  await openToday(page, "support@demo.test");
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(heading(page, "Reports")).toBeVisible();
  await page.keyboard.press("y");
  const fees = page.getByRole("slider", { name: /^Fees per day in / });
  await fees.focus();
  await page.keyboard.press("Home");
  await expect(fees).toHaveAttribute("aria-valuetext", /^\d{1,2} \w+ \d{4}: [\d,.]+ [A-Z]{3}$/);
  await expectWellMade(page);
  await expect(page.getByRole("row", { name: /^Total \d/ })).toBeVisible();

  await page.keyboard.press("2");
  const volume = page.getByRole("slider", { name: /^Volume per day of / });
  await expect(volume).toBeVisible();
  await page.getByRole("button", { name: "Show as table" }).press("Enter");
  await expect(page.getByRole("region", { name: /^Volume per day/ }).getByRole("row")).toHaveCount(366);
  await page.getByRole("button", { name: "Show as chart" }).press("Enter");
  await expect(volume).toBeVisible();
  const pairs = page.getByRole("table", { name: "Volume per pair" });
  // The first one is shown; the next one is the second under the headings.
  await page.keyboard.press("j");
  const second = pairs.getByRole("row").nth(2);
  await expect(second).toBeFocused();
  const pair = (await second.getByRole("cell").first().textContent()) ?? "";
  await page.keyboard.press("Enter");
  await expect(page.getByRole("slider", { name: `Volume per day of ${pair}` })).toBeVisible();
  await expectWellMade(page);

  await page.keyboard.press("3");
  await expect(page.getByRole("term").filter({ hasText: /^Sign-ups$/ })).toBeVisible();
  await expect(page.getByRole("definition").first()).toHaveText(/^\d+$/);
  await expectWellMade(page);
  await page.keyboard.press("5");
  await expect(page.getByRole("table", { name: "Balances" })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("4");
  await expect(page.getByRole("table", { name: "Trades" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(heading(page, /^[A-Z][a-z ]+, [\d,.]+ [A-Z]{3}, /)).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Exchange / })).toBeVisible();
});

test("who may not see reports, or move the position, finds neither", async ({ page }) => {
  await signInByRequest(page, "compliance@demo.test");
  await page.goto("/teamaccess/ledger?view=position");
  await expect(page.getByRole("table", { name: "Position" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Record a trade/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Ledger", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Reports", exact: true })).toHaveCount(0);
  await page.goto("/teamaccess/reports");
  await expect(page.getByText("You don’t have access to this screen")).toBeVisible();
});
