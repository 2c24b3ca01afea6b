import { expect, test, type Page } from "@playwright/test";

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Wattle-Demo1");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/dashboard/);
}

test("@both a partner sees the link, turns pages, and lands on a real page whatever the address says", async ({
  page,
}) => {
  await signIn(page, "partner@demo.test");
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

test("nobody else gets to the board", async ({ page }) => {
  await signIn(page, "customer@demo.test");
  await page.goto("/dashboard/partners");
  await expect(page).not.toHaveURL(/partners/);
});
