import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { clippedOn, faultsInBothSchemes, overflowOf, settle } from "./page-state.ts";

test("the days of the history are typed as people write them, or chosen in a calendar by the keyboard", async ({
  page,
}) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/transactions-history");
  const from = page.getByLabel("From", { exact: true });
  const to = page.getByLabel("To", { exact: true });

  await from.fill("31/1/2026");
  await from.press("Enter");
  await expect(page).toHaveURL(/from=2026-01-31/);
  await expect(from).toHaveValue("31/01/2026");

  await to.fill("2026-02-10");
  await expect(page).toHaveURL(/to=2026-02-10/);
  await to.press("Tab");
  await expect(page.getByRole("button", { name: "Calendar: To" })).toBeFocused();
  await page.keyboard.press("Enter");
  const calendar = page.getByRole("dialog", { name: "Calendar: To" });
  await expect(calendar).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await calendar.getByRole("button", { name: "10 February 2026" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/to=2026-02-11/);
  await expect(calendar).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Calendar: To" })).toBeFocused();

  await from.fill("soon");
  await from.blur();
  await expect(from).toHaveAccessibleDescription("Enter a date like 31/01/2026");
  await expect(page).toHaveURL(/from=2026-01-31&to=2026-02-11/);

  await page.goBack();
  await expect(to).toHaveValue("10/02/2026");
  await from.fill("");
  await expect(page).not.toHaveURL(/from=/);
});

test("a month's statement is downloaded as PDF and CSV", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/transactions-history");
  await page.getByRole("main").getByRole("link", { name: "Statements" }).click();
  await expect(page).toHaveURL(/\/dashboard\/statements$/);
  for (const [kind, begins] of [
    ["PDF", "%PDF-"],
    ["CSV", "date,time,currency,"],
  ] as const) {
    const coming = page.waitForEvent("download");
    await page
      .getByRole("button", { name: `Download ${kind} of` })
      .nth(1)
      .click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^statement-\\d{4}-\\d{2}\\.${kind.toLowerCase()}$`));
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, begins.length).toString()).toBe(begins);
  }
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });

  test("a transaction has two lines, and the rest of it is a tap away", async ({ page }) => {
    await signInByRequest(page, "customer@demo.test");
    await page.goto("/dashboard/transactions-history?type=exchange");
    await settle(page);
    const main = page.getByRole("main");
    const first = main.getByRole("listitem").getByRole("button").first();
    await expect(first).toHaveText(
      /^(?:Bought|Sold) (?:BTC|ETH)\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\+[\d.,]+ [A-Z]{3}−[\d.,]+ [A-Z]{3}$/,
    );
    await expect(main.getByRole("table")).toHaveCount(0);
    await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText(/^[A-Z][a-z]+ 20\d\d$/);
    // Without a scroll, above the bar.
    const row = await first.boundingBox();
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThan(400);
    expect(row?.height).toBeLessThanOrEqual(64);
    expect(await faultsInBothSchemes(page)).toEqual([]);

    await first.focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: /^(?:Bought|Sold)/ });
    await expect(sheet.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible();
    for (const label of ["Status", "You paid", "You got", "Rate", "Fee", "Time"]) {
      await expect(sheet.getByText(label, { exact: true })).toBeVisible();
    }
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    await expect(first).toBeFocused();
    await first.click();
    await sheet.getByRole("link", { name: "Receipt" }).click();
    await expect(page).toHaveURL(/\/receipt\?id=/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("filters are in a sheet, those that are on are chips, and the address keeps them", async ({
    page,
  }) => {
    await signInByRequest(page, "customer@demo.test");
    await page.goto("/dashboard/transactions-history");
    await settle(page);
    const opener = page.getByRole("button", { name: "Search and filter" });
    await opener.click();
    const sheet = page.getByRole("dialog", { name: "Search and filter" });
    await sheet.getByLabel("Type").selectOption("Deposit");
    await sheet.getByLabel("From", { exact: true }).fill("2020-01-31");
    await expect(page).toHaveURL(/type=deposit&from=2020-01-31/);

    // The calendar opens within the sheet, and Escape closes one at a time.
    await sheet.getByRole("button", { name: "Calendar: From" }).click();
    const calendar = page.getByRole("dialog", { name: "Calendar: From" });
    await calendar.getByRole("button", { name: "30 January 2020" }).click();
    await expect(page).toHaveURL(/from=2020-01-30/);
    await sheet.getByRole("button", { name: "Calendar: From" }).click();
    await expect(calendar).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(calendar).toHaveCount(0);
    await expect(sheet).toBeVisible();
    expect(await faultsInBothSchemes(page)).toEqual([]);

    // Text that was typed a moment ago counts, too.
    await sheet.getByLabel("Search").fill("1500");
    await sheet.getByRole("button", { name: /^Show (?:\d+ )?results?$/ }).click();
    await expect(sheet).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect(page).toHaveURL(/search=/);
    const chips = page.getByRole("button", { name: /^Remove filter/ });
    await expect(chips).toHaveText([
      "Remove filter: “1500”",
      "Remove filter: Deposit",
      "Remove filter: From 30 Jan 2020",
    ]);
    await page.reload();
    await settle(page);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflowOf(page)).toEqual([]);
    expect(await clippedOn(page)).toEqual([]);
    await chips.first().click();
    await expect(page).not.toHaveURL(/search=/);
    await expect(chips).toHaveCount(2);
    await expect(opener).toBeFocused();

    await page.getByRole("button", { name: "CSV" }).click();
    await expect(page.getByRole("link", { name: "CSV for tax tools" })).toHaveAttribute(
      "href",
      /type=deposit/,
    );
  });
});
