import { expect, test, type Page } from "@playwright/test";
import { signIn } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

/** Starts a deposit of the demo customer. @returns its reference */
async function announce(customer: Caller, credit: string): Promise<string> {
  const { body } = await customer.post("/api/users/transactions", {
    transaction_type: "deposit",
    payment_method: "bank_transfer",
    balance: { credit, credit_currency: "AUD" },
  });
  return (body as { data: { reference: string } }).data.reference;
}

async function expectWellMade(page: Page): Promise<void> {
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
}

/** Finds a deposit by its reference and opens it, by keyboard. */
async function openDeposit(page: Page, reference: string): Promise<void> {
  const box = page.getByLabel("Reference, name or email");
  await box.focus();
  await box.press("Control+a");
  await page.keyboard.type(reference);
  await page.keyboard.press("Enter");
  const row = page.locator("tr[tabindex]");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(reference);
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: reference })).toBeVisible();
}

test("@both deposits that wait: one is credited by hand, one by two people, one expires", async ({
  page,
  baseURL,
}) => {
  const [customer, second] = await Promise.all([
    Caller.signIn(baseURL, "customer@demo.test"),
    Caller.signIn(baseURL, "finance2@demo.test"),
  ]);
  const before = await customer.balance("AUD");
  const plain = await announce(customer, "171.00");
  const large = await announce(customer, "172.00");
  const unpaid = await announce(customer, "173.00");
  await signIn(page, "finance@demo.test", { to: /\/teamaccess$/ });
  await expect(page.getByRole("link", { name: "Open deposits" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page.getByRole("heading", { level: 1, name: "Deposits" })).toBeVisible();

  await openDeposit(page, plain);
  await expectWellMade(page);
  await page.keyboard.press("y");
  const credit = page.getByRole("dialog", { name: `Credit by hand: Wattle Customer, ${plain}` });
  await expect(credit.getByLabel("What arrived, in AUD")).toHaveValue("171.00");
  await expectWellMade(page);
  await page.keyboard.press("Control+Enter");
  await expect(credit).toHaveCount(0);
  await expect(page.getByText("No such deposits")).toBeVisible();
  await expect.poll(() => customer.balance("AUD")).toBe(before + 17_100n);

  await openDeposit(page, large);
  await page.keyboard.press("y");
  await page.getByLabel("What arrived, in AUD").fill("1500.00");
  await page.keyboard.press("Control+Enter");
  await expect(
    page.getByText("The amount differs from the planned one by more than 10%.").first(),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Open the request" })).toBeVisible();
  expect(await customer.balance("AUD")).toBe(before + 17_100n);
  const request = await page.getByRole("link", { name: "Open the request" }).getAttribute("href");
  await second.call("ops.approvals.approve", { id: request?.split("id=")[1] ?? "" });
  // The page of the one who asked follows by itself.
  await expect(page.getByRole("button", { name: /^Credit by hand/ })).toHaveCount(0);
  await expect(page.getByText("Completed", { exact: true }).last()).toBeVisible();
  await expect.poll(() => customer.balance("AUD")).toBe(before + 167_100n);

  await openDeposit(page, unpaid);
  await page.keyboard.press("x");
  await expect(page.getByRole("dialog", { name: /^Expire: / })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("No such deposits")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectWellMade(page);
  await Promise.all([customer, second].map((caller) => caller.dispose()));
});
