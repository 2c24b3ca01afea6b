import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";

test("a partner sees the link, turns pages, and lands on a real page whatever the address says", async ({
  page,
}) => {
  await signInByRequest(page, "partner@demo.test");
  await page.goto("/dashboard/partners");
  await expect(page.getByText(/\/register\/demo-partner$/)).toBeVisible();
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect(page).toHaveURL(/page=2$/);
  await expect(page.getByText(/^Page 2 of 3, /)).toBeVisible();
  for (const wrong of ["0", "-1", "1e9", "abc"]) {
    await page.goto(`/dashboard/partners?page=${wrong}`);
    await expect(page.getByText(/^Page 1 of 3, /)).toBeVisible();
  }
  await page.goto("/dashboard/partners?page=999");
  await expect(page.getByText(/^Page 3 of 3, /)).toBeVisible();
});

test("no one else gets to the board", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/partners");
  await expect(page).not.toHaveURL(/partners/);
});
