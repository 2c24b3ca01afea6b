import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../api/src/demo/demo-accounts.ts";
import { codeAt } from "../../api/src/testing/totp.ts";
import { signIn } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";

const EMAIL = "nigeria@demo.test";
const PERSONAL = "/dashboard/security";
/** A code of the next 30 seconds: each works once. */
const nextCode = (secret: string): string => codeAt(secret, Date.now() + 30_000);

async function openTwoStep(page: Page): Promise<void> {
  await page.goto(PERSONAL);
  await page.getByRole("button", { name: /^(?:Turn on|Change) Two-step login$/ }).click();
}

test("two-step login is turned on, asked for when logging in, and turned off again", async ({ page }) => {
  await signIn(page, EMAIL);
  await openTwoStep(page);
  await page.getByRole("button", { name: "Set up two-step login" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = ((await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "").replaceAll(
    " ",
    "",
  );
  await page.getByLabel("Login code").fill("12345");
  await page.getByRole("button", { name: "Turn on two-step login" }).click();
  await expect(page.locator("form").getByText("Wrong or used code. Try a new one.")).toBeVisible();
  await page.getByLabel("Login code").fill(codeAt(secret, Date.now()));
  await page.getByRole("button", { name: "Turn on two-step login" }).click();

  await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeFocused();
  const codes = await page.getByText(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/).allTextContents();
  expect(codes).toHaveLength(10);
  const saved = page.getByRole("button", { name: "I’ve saved them" });
  await expect(saved).toBeDisabled();
  await page.keyboard.press("Escape");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download codes" }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toBe(`${codes.join("\n")}\n`);
  await saved.click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code");
  await expect(page.getByLabel("Login code")).toBeFocused();
  await page.keyboard.type("00 00 00");
  await page.keyboard.press("Enter");
  await expect(page.locator("form").getByText("Wrong or used code. Try a new one.")).toBeVisible();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await openTwoStep(page);
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
  await page.getByRole("button", { name: "Turn off two-step login" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off two-step login" }).click();
  await expect(page.getByRole("button", { name: "Set up two-step login" })).toBeVisible();
});

test("an older login has to be confirmed, with password and code, and then goes on", async ({
  page,
  baseURL,
}) => {
  await signIn(page, EMAIL);
  // Turned on elsewhere, which takes this login's confirmation away.
  const other = await Caller.signIn(baseURL, EMAIL);
  const begun = await other.post("/trpc/secondFactor.totpBegin", {});
  const { secret } = (begun.body as { result: { data: { secret: string } } }).result.data;
  await other.call("secondFactor.totpConfirm", { code: codeAt(secret, Date.now()) });

  await openTwoStep(page);
  await page.getByRole("button", { name: "Turn off two-step login" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off two-step login" }).click();
  const asked = page.getByRole("dialog", { name: "Confirm it’s you" });
  await expect(asked.getByText("Enter your password to turn off two-step login.")).toBeVisible();
  await asked.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await asked.getByLabel("Login code").fill(nextCode(secret));
  await asked.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("button", { name: "Set up two-step login" })).toBeVisible();
  await other.dispose();
});
