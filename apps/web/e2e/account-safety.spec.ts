import { expect, test } from "@playwright/test";
import { DEMO_PASSWORD } from "../../api/src/demo/demo-accounts.ts";
import { PNG } from "../../api/src/testing/applicant.ts";
import { codeAt } from "../../api/src/testing/totp.ts";
import { fillSignIn, signIn } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { mailedLink } from "./mails.ts";

const EMAIL = "nigeria@demo.test";

test("a login from a new device is mailed, and “This wasn’t me” throws everyone out", async ({
  page,
  baseURL,
}) => {
  await signIn(page, EMAIL);
  const thief = await Caller.signIn(baseURL, EMAIL);
  expect(await thief.ask("sessions.current")).not.toBeNull();
  const link = await mailedLink(page, EMAIL, "New login");

  // Acts like a program that looks at links.
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

test("a new photo asks for a lost app to be taken off, and its owner stops it", async ({ page, baseURL }) => {
  const owner = await Caller.signIn(baseURL, EMAIL);
  const begun = await owner.post("/trpc/secondFactor.totpBegin", {});
  const { secret } = (begun.body as { result: { data: { secret: string } } }).result.data;
  await owner.call("secondFactor.totpConfirm", { code: codeAt(secret, Date.now()) });

  await page.goto("/login");
  await fillSignIn(page, EMAIL);
  await page.getByRole("button", { name: "I’ve lost access" }).click();
  await expect(page.getByText(`We’ve sent a link to ${EMAIL}.`)).toBeVisible();
  await page.goto(await mailedLink(page, EMAIL, "Recover your account"));
  await page.getByRole("button", { name: "Send photo" }).click();
  await expect(page.getByText("Choose a photo")).toBeVisible();
  const photo = page.getByLabel("Selfie with your ID", { exact: true });
  await photo.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("none") });
  await page.getByRole("button", { name: "Send photo" }).click();
  await expect(photo).toHaveAttribute("aria-invalid", "true");
  await photo.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: PNG });
  await page.getByRole("button", { name: "Send photo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "We got your photo." })).toBeVisible();

  await page.goto(await mailedLink(page, EMAIL, "We got your photo"));
  await page.getByRole("button", { name: "Stop recovery" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Recovery stopped." })).toBeVisible();
  await owner.call("secondFactor.disable", {});
  await owner.dispose();
});

test("a page of a mailed link that was opened without it says so", async ({ page }) => {
  for (const path of ["/not-me", "/undo-email", "/recover", "/stop-recovery"]) {
    await page.goto(path);
    await expect(page.getByText("This link no longer works.")).toBeVisible();
  }
});
