import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { fillSignIn, signIn, signInByRequest } from "../bench/sign-in.ts";
import { startNamedHost } from "./own-host.ts";

const SETTINGS = "/dashboard/personal-information";
const CLOSE = "Close account";

const subjects = async (page: Page, origin = ""): Promise<string[]> => {
  const answer = await page.request.get(`${origin}/dev/mail.json`);
  const { data } = (await answer.json()) as { data: { subject: string }[] };
  return data.map(({ subject }) => subject);
};

test("a customer downloads a copy of their data and is emailed about it", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto(SETTINGS);
  await page.getByRole("button", { name: "Download Your data" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download your data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^data-\d{4}-\d\d-\d\d\.zip$/);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe("PK");
  await expect(page.getByText("Your data was downloaded")).toBeVisible();
  expect(await subjects(page)).toContain("Your data was downloaded");
});

test("an account with money says what comes first; one without is closed for good @postgres", async ({
  page,
}, testInfo) => {
  test.slow();
  const host = await startNamedHost(testInfo);
  try {
    await signIn(page, "customer@demo.test", { origin: host.origin });
    await page.goto(host.origin + SETTINGS);
    await page.getByRole("button", { name: CLOSE }).click();
    await expect(page.getByText(/^Kept by law until /)).toBeVisible();
    await expect(page.getByText(/^You still have money here/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Close my account", exact: true })).toBeHidden();
    await page.context().clearCookies();

    await signIn(page, "partner@demo.test", { origin: host.origin });
    await page.goto(host.origin + SETTINGS);
    await page.getByRole("button", { name: CLOSE }).focus();
    await page.keyboard.press("Enter");
    // The law keeps nothing of one who was never checked and never traded: only the traces wait.
    await expect(page.getByText("Deleted after 30 days")).toBeVisible();
    await page.getByRole("button", { name: "Close my account", exact: true }).click();
    const asked = page.getByRole("dialog", { name: "Close your account?" });
    await expect(asked.getByRole("button", { name: "Keep account" })).toBeFocused();
    await asked.getByRole("button", { name: "Close account" }).click();
    await expect(page.getByText("Your account is closed. We’ve emailed you.")).toBeVisible();
    await expect(page).toHaveURL(`${host.origin}/`);

    await page.goto(`${host.origin}/login`);
    await fillSignIn(page, "partner@demo.test");
    await expect(page.getByText("Wrong email or password.").first()).toBeVisible();
    expect(await subjects(page, host.origin)).toContain("Your account is closed");
  } finally {
    await host.stop();
  }
});
