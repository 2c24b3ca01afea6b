import { expect, test, type Page } from "@playwright/test";
import { signIn } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

const IN_BACK_OFFICE = /\/teamaccess$/;

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

const requestOf = (page: Page, amount: string) =>
  page
    .getByRole("region", { name: "Waiting for a second person" })
    .getByRole("listitem")
    .filter({ hasText: `+${amount} AUD` });

for (const [width, approved, rejected] of [
  [1440, "11.01", "12.01"],
  [390, "11.02", "12.02"],
] as const) {
  test(`@both at ${width} px: what one of finance asks for, another approves or rejects by keyboard alone`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const fiona = await ask(baseURL, approved);
    await fiona.dispose();
    await (await ask(baseURL, rejected)).dispose();
    const customer = await Caller.signIn(baseURL, "customer@demo.test");
    const before = await customer.balance("AUD");

    await signIn(page, "finance2@demo.test", { to: IN_BACK_OFFICE });
    const request = requestOf(page, approved);
    await expect(request.getByText("Every balance adjustment needs two people.")).toBeVisible();
    await expect(request.getByText("Someone else in finance or admin can approve it.")).toBeVisible();
    expect(await overflowOf(page)).toEqual([]);
    expect(await faultsInBothSchemes(page)).toEqual([]);

    await request.getByRole("button", { name: "Approve request" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Approve this request?" });
    await expect(dialog.getByRole("button", { name: "Not now" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(request.getByText("Approved and done.")).toBeVisible();
    expect((await customer.balance("AUD")) - before).toBe(BigInt(approved.replace(".", "")));

    const other = requestOf(page, rejected);
    await other.getByRole("button", { name: "Reject request" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Reason")).toBeFocused();
    await page.keyboard.type("Not asked for");
    await page.keyboard.press("Enter");
    await expect(other.getByText("Rejected. Not asked for")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("region", { name: "Waiting for a second person" })).toBeVisible();
    await expect(request).toHaveCount(0);
    await expect(other).toHaveCount(0);
    await customer.dispose();
  });
}

test("one’s own request is not one’s own to approve, and can be withdrawn", async ({ page, baseURL }) => {
  const amount = "13.01";
  const fiona = await ask(baseURL, amount);
  await signIn(page, "finance@demo.test", { to: IN_BACK_OFFICE });
  const request = requestOf(page, amount);
  await expect(request.getByText("You asked for this, so someone else must approve it.")).toBeVisible();
  await expect(request.getByRole("button", { name: "Approve request" })).toHaveCount(0);
  await request.getByRole("button", { name: "Withdraw request" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw request" }).click();
  await expect(request.getByText("Withdrawn.")).toBeVisible();
  await fiona.dispose();
});
