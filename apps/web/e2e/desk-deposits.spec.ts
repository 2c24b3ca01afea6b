import { expect, test, type Page } from "@playwright/test";
import { signIn, signInByRequest } from "../bench/sign-in.ts";
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

test("deposits that wait: one is credited by hand, one by two people, one expires", async ({
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
  await expect(
    page.getByRole("region", { name: "Waiting", exact: true }).getByRole("link", { name: "Deposits" }),
  ).toBeVisible();
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
  await expect(page.getByText("No matching deposits")).toBeVisible();
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
  await expect(page.getByText("No matching deposits")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectWellMade(page);
  await Promise.all([customer, second].map((caller) => caller.dispose()));
});

test("a balance is adjusted by two people, permissions are changed by one, and a hold is undone", async ({
  page,
  baseURL,
}) => {
  const [customer, second, compliance] = await Promise.all([
    // Other specs do not act for this customer, whom the hold stops.
    Caller.signIn(baseURL, "quin.quick@demo.test"),
    Caller.signIn(baseURL, "finance2@demo.test"),
    Caller.signIn(baseURL, "compliance@demo.test"),
  ]);
  const before = await customer.balance("AUD");
  const { data } = await compliance.ask<{ data: { id: string }[] }>(
    `ops.customers.search?input=${encodeURIComponent(JSON.stringify({ query: "quin.quick@demo.test" }))}`,
  );
  const id = data[0]?.id ?? "";
  await signInByRequest(page, "finance@demo.test");
  await page.goto(`/teamaccess/customers?id=${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Quin Quick" })).toBeVisible();
  await page.keyboard.press("a");
  const adjust = page.getByRole("dialog", { name: "Adjust a balance" });
  await expect(adjust.getByLabel("Amount")).toBeFocused();
  await adjust.getByLabel("Currency").selectOption("AUD");
  await adjust.getByLabel("Amount").fill("12.34");
  await adjust.getByLabel("Why").fill("A fee that was ours");
  await expectWellMade(page);
  await page.keyboard.press("Control+Enter");
  await expect(adjust.getByText("Waiting for a second person")).toBeVisible();
  expect(await customer.balance("AUD")).toBe(before);
  const { data: waiting } = await second.ask<{ data: { id: string; act: string; input_id: string }[] }>(
    `ops.approvals.list?input=${encodeURIComponent(JSON.stringify({ status: "pending" }))}`,
  );
  const request = waiting.find(({ act, input_id: about }) => act === "ops.ledger.adjust" && about === id);
  await second.call("ops.approvals.approve", { id: request?.id ?? "" });
  await expect.poll(() => customer.balance("AUD")).toBe(before + 1234n);

  // Else the page that is open would find its session lost, and ask to be led back to.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await signInByRequest(page, "compliance@demo.test");
  await page.goto(`/teamaccess/customers?id=${id}&act=permissions`);
  const permissions = page.getByRole("dialog", { name: "Permissions" });
  await permissions.getByLabel("May").selectOption({ label: "Withdraw only" });
  await page.keyboard.press("Control+Enter");
  await expect(permissions).toHaveCount(0);
  // The old state is back at once; the log has both acts.
  await page.goto(`/teamaccess/customers?id=${id}&act=hold`);
  const hold = page.getByRole("dialog", { name: "Hold account" });
  await hold.getByLabel("Why").fill("The wrong customer");
  await page.keyboard.press("Control+Enter");
  await expect(hold).toHaveCount(0);
  await expect(page.getByText(/^On hold: /)).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("z");
  await expect(page.getByText(/^On hold: /)).toHaveCount(0);
  await expect(page.getByText("Can be undone right away").first()).toBeVisible();
  const refused = await customer.post("/api/users/transactions", {
    transaction_type: "deposit",
    payment_method: "bank_transfer",
    balance: { credit: "174.00", credit_currency: "AUD" },
  });
  expect(refused.status).toBe(403);
  await compliance.call("ops.customers.setPermissions", {
    id,
    permissions: ["deposit-money", "withdraw-money"],
  });
  await Promise.all([customer, second, compliance].map((caller) => caller.dispose()));
});
