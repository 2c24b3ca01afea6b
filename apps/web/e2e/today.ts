import { expect, type Page } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { alive } from "./page-state.ts";

/** Opens Today as a member of staff of the demo, and waits until its keys work. */
export async function openToday(page: Page, email: string): Promise<void> {
  await signInByRequest(page, email);
  await page.goto("/teamaccess");
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await alive(page);
}
