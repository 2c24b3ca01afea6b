import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

test("an alert is created, listed and removed; a price that is reached already is refused", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/price-alerts");
  const price = page.getByLabel("Price of 1 BTC");
  await page.getByRole("button", { name: "−10%" }).click();
  await expect(price).toHaveValue(/^[\d,]+\.\d{2}$/);
  await expect(page.getByRole("radio", { name: "Below" })).toBeChecked();
  await page.getByRole("button", { name: "+5%" }).click();
  await expect(page.getByRole("radio", { name: "Above" })).toBeChecked();
  // A price that a chip filled in is of no use to another coin.
  await page.getByLabel("Email me when").selectOption("ETH");
  await expect(page.getByLabel("Price of 1 ETH")).toHaveValue("");
  await page.getByLabel("Email me when").selectOption("BTC");
  await price.fill("5,000,000");
  await page.keyboard.press("Enter");
  const alert = page.getByRole("listitem").filter({ hasText: "BTC above 5,000,000.00 AUD" });
  await expect(alert).toContainText(/On\s*[\d.]+% away/);
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);

  await page.getByRole("radio", { name: "Below" }).check();
  await page.getByLabel("Price of 1 BTC").fill("4000000");
  await page.getByRole("button", { name: "Create alert" }).click();
  await expect(page.getByText("The price is already below that").first()).toBeVisible();
  await expect(page.getByLabel("Price of 1 BTC")).toHaveAttribute("aria-invalid", "true");

  await alert.getByRole("button", { name: "Remove" }).click();
  await expect(alert).toHaveCount(0);
});

test("optional emails are switched off and on in personal information", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/personal-information");
  await page.getByRole("button", { name: "Change Emails" }).click();
  const receipts = page.getByRole("checkbox", { name: "Receipts" });
  await expect(receipts).toBeChecked();
  await receipts.click();
  await expect(receipts).not.toBeChecked();
  await expect(page.getByText("Saved")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Change Emails" }).click();
  await expect(receipts).not.toBeChecked();
  await receipts.click();
  await expect(receipts).toBeChecked();
});
