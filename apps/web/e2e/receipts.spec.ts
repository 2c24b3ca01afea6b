import { expect, test } from "@playwright/test";
import { signIn } from "../bench/sign-in.ts";

test("@both a receipt proves its rate and prints without the page's frame", async ({ page }) => {
  await signIn(page, "customer@demo.test");
  await page.goto("/dashboard/transactions-history?type=exchange");
  await page
    .getByRole("link", { name: /^Receipt/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Check the signature" }).click();
  await expect(page.getByText(/^Genuine/)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "In the books" })).toBeVisible();
});
