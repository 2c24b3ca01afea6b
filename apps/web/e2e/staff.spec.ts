import { expect, test, type Page } from "@playwright/test";
import { fillSignIn, signIn, signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { mailedLink } from "./mails.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

const PASSWORD = "Correct-Horse7";
const SUBJECT = "You’re invited to Wattle’s back office";
const AT_DESK = /\/teamaccess$/;

let made = 0;
const freshEmail = (): string => `staff-${process.pid}-${Date.now()}-${(made += 1)}@mail.example`;

const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Today" });

/** Nothing sticks out sideways, and nothing is wrong with it in either colour scheme. */
async function expectWellMade(page: Page): Promise<void> {
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
}

for (const width of [1440, 390]) {
  test(`at ${width} px: invited, accepted by keyboard alone, at work, and out again`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const admin = await Caller.signIn(baseURL, "operator@demo.test");
    const email = freshEmail();
    await admin.call("ops.staff.invite", { email, roles: ["finance", "support"] });
    const link = await mailedLink(page, email, SUBJECT);

    await page.goto(link);
    await expect(page.getByText(`${email} will join as Finance and Support.`)).toBeVisible();
    // The link is a key: it does not stay in the address.
    await expect(page).toHaveURL(/\/teamaccess\/invitation$/);
    await expectWellMade(page);
    await page.getByLabel("First name").focus();
    for (const text of ["Nora", "New"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.type(PASSWORD);
    await page.getByLabel("Password confirmation").focus();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");

    await page.waitForURL(AT_DESK);
    await expect(heading(page)).toBeVisible();
    if (width === 390) await page.getByRole("button", { name: "Screens" }).click();
    await expect(page.getByText("Nora New", { exact: true })).toBeVisible();
    await expect(page.getByText("finance and support")).toBeVisible();
    if (width === 390) await page.getByRole("button", { name: "Screens" }).click();
    const waiting = page.getByRole("region", { name: "Waiting", exact: true });
    for (const queue of ["Bank", "Deposits", "Payouts", "Enquiries", "Paused switches"])
      await expect(waiting.getByText(queue, { exact: true })).toBeVisible();
    await expect(waiting.getByText("Identities")).toHaveCount(0);
    await expect(page.getByText("You joined the staff")).toBeVisible();
    await expectWellMade(page);

    // Staff see no customer's screen.
    await page.goto("/dashboard/currency-exchange");
    await page.waitForURL(AT_DESK);
    await page.goto("/user-information");
    await page.waitForURL(AT_DESK);

    if (width === 390) await page.getByRole("button", { name: "Screens" }).click();
    await page.getByRole("button", { name: /^Your account/ }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL("**/login");
    await page.goto(link);
    await expect(page.getByText("This link no longer works.")).toBeVisible();
    await admin.dispose();
  });
}

test("staff who log in on either page come to the desk, with what they did", async ({ page, baseURL }) => {
  await signIn(page, "compliance@demo.test", { to: AT_DESK });
  await expect(
    page.getByRole("region", { name: "Waiting", exact: true }).getByText("Identities"),
  ).toBeVisible();
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");

  const admin = await Caller.signIn(baseURL, "operator@demo.test");
  await admin.call("ops.staff.invite", { email: freshEmail(), roles: ["support"] });
  await admin.dispose();
  await page.goto("/teamaccess/login");
  await fillSignIn(page, "operator@demo.test");
  await page.waitForURL(AT_DESK);
  await expect(page.getByText(/^You invited /).first()).toBeVisible();
  await page.goto("/");
  await page.getByRole("link", { name: "Back office of" }).first().click();
  await page.waitForURL(AT_DESK);
});

test("what cannot be loaded can be tried again", async ({ page }) => {
  await signIn(page, "operator@demo.test", { to: AT_DESK });
  await page.route(/trpc\/.*ops\./, (route) => route.abort());
  await page.reload();
  const retry = page.getByRole("button", { name: "Try again" });
  await expect(retry).toHaveCount(4);
  await page.unroute(/trpc\/.*ops\./);
  // A call that was held up before may still fail, and with it the first press, which joins it.
  await expect(async () => {
    for (const each of await retry.all()) await each.click({ timeout: 1_000 }).catch(() => undefined);
    // Waiting rows are asked for again by themselves.
    await expect(retry).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
  await expect(page.locator("td", { hasText: "Enquiries" })).toBeVisible();
});

test("a guest who opens the desk is led to its login, a customer to the dashboard", async ({ page }) => {
  await page.goto("/teamaccess");
  await page.waitForURL("**/teamaccess/login");
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/teamaccess");
  await page.waitForURL(/\/dashboard\//);
});
