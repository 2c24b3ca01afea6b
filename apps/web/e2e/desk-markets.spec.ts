import { expect, test, type Page } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";
import { openToday } from "./today.ts";

/** Nothing sticks out sideways, and nothing is wrong with it in either colour scheme. */
async function expectWellMade(page: Page): Promise<void> {
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
}

/** Moves down the list to a row, by only `j`. */
async function goToRow(page: Page, text: string): Promise<void> {
  const row = page.locator("tr").filter({ hasText: text });
  const focused = page.locator("tr:focus");
  await expect(row).toHaveCount(1);
  const rows = await page.locator("tr[tabindex]").count();
  for (let step = 0; step < rows; step += 1) {
    await page.keyboard.press("j");
    await expect(focused).toHaveCount(1);
    if (((await focused.textContent()) ?? "").includes(text)) return;
  }
  throw new Error(`j does not lead to ${text}`);
}

test("markets by keyboard: terms of a pair, a pause with its banner, a deposit account by two people", async ({
  page,
  baseURL,
}) => {
  await openToday(page, "operator@demo.test");
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(page.getByRole("heading", { level: 1, name: "Markets" })).toBeVisible();
  await goToRow(page, "Sell ETH for NGN");
  await page.keyboard.press("Enter");
  const pair = page.getByRole("region", { name: "Sell ETH for NGN" });
  await expect(pair.getByRole("slider", { name: "Price of ETH in NGN, last hour" })).toBeVisible();
  await expectWellMade(page);

  await page.keyboard.press("e");
  const terms = page.getByRole("dialog", { name: "Change ETH/NGN" });
  await expect(terms.getByLabel("Fee in percent")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1.75");
  await expect(terms.getByText("What changes")).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("Control+Enter");
  await expect(terms).toHaveCount(0);
  await expect(page.locator("tr").filter({ hasText: "Sell ETH for NGN" })).toContainText("1.75%");

  await page.keyboard.press("p");
  const pause = page.getByRole("dialog", { name: "Pause: ETH/NGN" });
  await expect(pause.getByLabel("Message")).toBeFocused();
  await page.keyboard.type("Back at noon.");
  await expect(pause.getByText("ETH/NGN is paused. Back at noon.")).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("tr").filter({ hasText: "Sell ETH for NGN" })).toContainText("Paused");
  await expect(page.getByRole("complementary", { name: "Paused" })).toContainText("Back at noon.");
  await page.keyboard.press("p");
  await expect(page.getByRole("dialog", { name: "Resume: ETH/NGN" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("tr").filter({ hasText: "Sell ETH for NGN" })).toContainText("On");

  await page.keyboard.press("2");
  await goToRow(page, "Australian Dollar");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: /^AUD, / })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("4");
  await expect(page.locator("tr").filter({ hasText: "simulated" })).toContainText("answering");
  await expectWellMade(page);

  await page.keyboard.press("3");
  await goToRow(page, "AUD, Post Billpay");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "AUD, Post Billpay" })).toBeVisible();
  await page.keyboard.press("e");
  const account = page.getByRole("dialog", { name: "Change AUD, Post Billpay" });
  const bank = account.getByLabel("Bank name");
  await account.getByLabel("Account name").press("Tab");
  await expect(bank).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Post of Example");
  await expectWellMade(page);
  await page.keyboard.press("Control+Enter");
  await expect(account.getByText("Waiting for a second person")).toBeVisible();
  await page.keyboard.press("Escape");
  const own = page.getByRole("region", { name: "AUD, Post Billpay" });
  await expect(own.getByText("Waiting for a second person")).toBeVisible();
  await expect(own.getByRole("button", { name: /^(Change|Close)/ })).toHaveCount(0);
  await expectWellMade(page);

  const second = await Caller.signIn(baseURL, "finance2@demo.test");
  const asked = await second.ask<{ data: { id: string; act: string }[] }>(
    `ops.approvals.list?input=${encodeURIComponent(JSON.stringify({ status: "pending" }))}`,
  );
  const request = asked.data.find(({ act }) => act === "ops.depositAccounts.set");
  await second.call("ops.approvals.approve", { id: request?.id ?? "" });
  // The page of the one who asked follows by itself.
  await expect(own.getByText("Post of Example")).toBeVisible();
  await expect(own.getByText("Open", { exact: true })).toBeVisible();
  await second.dispose();
});

test("at 390 px a market is looked at and paused by those who may, and only looked at by others", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByRequest(page, "support@demo.test");
  await page.goto("/teamaccess/markets?id=ETH/NGN");
  await expect(page.getByRole("region", { name: "Sell ETH for NGN" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Change|Pause|New)/ })).toHaveCount(0);
  await expectWellMade(page);
  await page.context().clearCookies();
  await signInByRequest(page, "operator@demo.test");
  await page.goto("/teamaccess/markets?id=ETH/NGN");
  await page.getByRole("button", { name: "Pause ETH/NGN" }).click();
  await expect(page.getByRole("dialog", { name: "Pause: ETH/NGN" })).toBeVisible();
  await expectWellMade(page);
});
