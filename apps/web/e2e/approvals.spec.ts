import { expect, test, type Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../api/src/demo/demo-accounts.ts";
import { signIn, signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

const AT_DESK = /\/teamaccess$/;

/** Asks for money to be added to the demo customer's balance, which needs a second person. */
async function ask(baseURL: string | undefined, amount: string): Promise<Caller> {
  const fiona = await Caller.signIn(baseURL, "finance@demo.test");
  const customer = await Caller.signIn(baseURL, "customer@demo.test");
  const { user } = await customer.ask<{ user: { id: string } }>("sessions.current");
  await customer.dispose();
  await fiona.call("ops.ledger.adjust", {
    id: user.id,
    direction: "credit",
    amount,
    currency: "AUD",
    internal_note: "Shortfall of a test",
  });
  return fiona;
}

/** Opens the request of an amount from the list, by only the keyboard. */
async function open(page: Page, amount: string) {
  const drawer = page.getByRole("dialog");
  // The newest is first; those of other journeys may be between.
  for (let tries = 0; tries < 10; tries += 1) {
    for (let moved = 0; moved <= tries; moved += 1) await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(drawer.getByText("Asked for by", { exact: true })).toBeVisible();
    if (await drawer.getByText(`+${amount} AUD`).isVisible()) return drawer;
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    for (let back = 0; back < 10; back += 1) await page.keyboard.press("k");
  }
  throw new Error(`no request of ${amount} AUD is in the list`);
}

for (const [width, approved, rejected] of [
  [1440, "11.01", "12.01"],
  [390, "11.02", "12.02"],
] as const) {
  test(`at ${width} px: what one of finance asks for, another approves or rejects by keyboard alone`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const customer = await Caller.signIn(baseURL, "customer@demo.test");
    const before = await customer.balance("AUD");
    await signIn(page, "finance2@demo.test", { to: AT_DESK });
    const queue = page.locator("tr").filter({ hasText: "Approvals" });
    const waiting = queue.getByRole("cell").nth(1);
    await expect(waiting).toHaveText(/^\d+$/);
    const count = Number(await waiting.textContent());

    // A colleague's request shows without a reload.
    const fiona = await ask(baseURL, approved);
    await fiona.dispose();
    await expect(waiting).toHaveText(String(count + 1));
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await page.waitForURL("**/teamaccess/approvals");
    await expect(page.getByRole("heading", { level: 1, name: "Approvals" })).toBeVisible();
    await expect(page.getByText("Adjust a balance").first()).toBeVisible();
    expect(await overflowOf(page)).toEqual([]);
    expect(await faultsInBothSchemes(page)).toEqual([]);

    const request = await open(page, approved);
    // The address leads a colleague to the same.
    expect(page.url()).toContain("id=");
    await expect(request.getByText("Every balance adjustment needs two people.")).toBeVisible();
    await expect(request.getByText(/^You are the second person\./)).toBeVisible();
    await expect(request.getByRole("button", { name: "Approve request" })).not.toBeFocused();
    expect(await overflowOf(page)).toEqual([]);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    // A login of more than five minutes ago is confirmed first.
    await Caller.takeConfirmationsAway(baseURL, "finance2@demo.test");
    await request.getByRole("button", { name: "Approve request" }).focus();
    await page.keyboard.press("Enter");
    const asked = page.getByRole("dialog", { name: "Confirm it’s you" });
    await expect(asked.getByText("Enter your password to approve this request.")).toBeVisible();
    await expect(asked.getByLabel("Password", { exact: true })).toBeFocused();
    expect(await overflowOf(page)).toEqual([]);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    expect(await customer.balance("AUD")).toBe(before);
    await page.keyboard.press("Escape");
    await expect(request.getByRole("alert")).toHaveText("Confirm it's you to continue.");
    await request.getByRole("button", { name: "Approve request" }).focus();
    await page.keyboard.press("Enter");
    await expect(asked.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press("Enter");
    await expect(request.getByText("Approved and done.")).toBeVisible();
    expect((await customer.balance("AUD")) - before).toBe(BigInt(approved.replace(".", "")));
    await page.keyboard.press("Escape");

    await (await ask(baseURL, rejected)).dispose();
    await page.reload();
    await expect(page.getByText("Adjust a balance").first()).toBeVisible();
    const other = await open(page, rejected);
    await other.getByRole("button", { name: "Reject request" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Reason")).toBeFocused();
    await page.keyboard.type("Not asked for");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(other.getByText("Rejected. Not asked for")).toBeVisible();
    await customer.dispose();
  });
}

test("one’s own request is not one’s own to approve, and can be withdrawn", async ({ page, baseURL }) => {
  const amount = "13.01";
  const fiona = await ask(baseURL, amount);
  await signInByRequest(page, "finance@demo.test");
  await page.goto("/teamaccess/approvals");
  await expect(page.getByText("Adjust a balance").first()).toBeVisible();
  const request = await open(page, amount);
  await expect(request.getByText("You asked for this, so someone else must approve it.")).toBeVisible();
  await expect(request.getByRole("button", { name: "Approve request" })).toHaveCount(0);
  await request.getByRole("button", { name: "Withdraw request" }).click();
  await page
    .getByRole("dialog", { name: "Withdraw this request?" })
    .getByRole("button", { name: "Withdraw request" })
    .click();
  await expect(request.getByText("Withdrawn.")).toBeVisible();
  await fiona.dispose();
});
