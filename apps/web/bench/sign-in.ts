import type { Page } from "playwright";
import { DEMO_PASSWORD } from "../../api/src/demo/demo-accounts.ts";

/** Signs a demo account in on the sign-in page, and waits until the product has moved on from it. */
export async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}
