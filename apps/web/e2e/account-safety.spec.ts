import { expect, test } from "@playwright/test";
import { DEMO_PASSWORD } from "../../api/src/demo/demo-accounts.ts";
import { signIn } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { mailedLink } from "./mails.ts";

const EMAIL = "nigeria@demo.test";

test("a login from a new device is mailed, and “This wasn’t me” throws everyone out @both", async ({
  page,
  baseURL,
}) => {
  await signIn(page, EMAIL);
  const thief = await Caller.signIn(baseURL, EMAIL);
  expect(await thief.ask("sessions.current")).not.toBeNull();
  const link = await mailedLink(page, EMAIL, "New login");

  // What programs that look at links do.
  await page.request.get(link);
  expect(await thief.ask("sessions.current")).not.toBeNull();

  await page.goto(link);
  await expect(page).toHaveURL(/\/not-me$/);
  await page.getByRole("button", { name: "This wasn’t me" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Every device is logged out" })).toBeVisible();
  expect(await thief.ask("sessions.current")).toBeNull();
  await thief.dispose();

  const reset = await mailedLink(page, EMAIL, "Reset your password");
  await page.goto(reset);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel("Password confirmation").fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/\/login/);

  await page.goto(link);
  await page.getByRole("button", { name: "This wasn’t me" }).click();
  await expect(page.getByText("This link no longer works.")).toBeVisible();
});

test("a page of a mailed link that was opened without it says so", async ({ page }) => {
  for (const path of ["/not-me", "/undo-email"]) {
    await page.goto(path);
    await expect(page.getByText("This link no longer works.")).toBeVisible();
  }
});
