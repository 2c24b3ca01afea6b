import { expect, type Page } from "@playwright/test";
import { signIn } from "../bench/sign-in.ts";

/**
 * Logs a member of staff of the demo in, by the page: from there the screens' code is on its way, so that the keys of the next one
 * work as soon as it shows.
 */
export async function openToday(page: Page, email: string): Promise<void> {
  await signIn(page, email, { to: /\/teamaccess$/ });
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
}
