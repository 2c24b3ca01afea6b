import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

test("a method is looked at before it is kept, and a download is remembered", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/statements");
  await page.getByRole("link", { name: "Tax report" }).click();
  await expect(page.getByRole("heading", { name: "Tax report", level: 1 })).toBeVisible();
  const lifo = page.getByRole("radio", { name: /Last in, first out/ });
  await lifo.check();
  await expect(page).toHaveURL(/method=lifo/);
  await page.getByRole("button", { name: "Keep this method" }).click();
  await expect(page.getByText("Method kept for this year").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Keep this method" })).toHaveCount(0);

  const downloads = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  expect((await downloads).suggestedFilename()).toMatch(/^tax-report-\d{4}\.pdf$/);
  await page.getByRole("radio", { name: /First in, first out/ }).check();
  await expect(page.getByText(/You downloaded this report by “last in, first out”/)).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflowOf(page)).toEqual([]);
});
