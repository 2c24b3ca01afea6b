import { expect, test, type Page } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";

const NOTE = "Canary of a hold";
/** Acted for by no other spec, which the holds would stop. */
const CUSTOMER = "rosa.ready@demo.test";

/** Acts that each hold refuses, as the customer tries them. */
const TRIES: readonly (readonly [string, string, (page: Page) => Promise<void>])[] = [
  [
    "withdrawals",
    "Withdrawals",
    async (page) => {
      await page.goto("/dashboard/withdraw-money");
      await page.getByLabel("Amount", { exact: true }).fill("31.07");
      await page.getByLabel("Bank account", { exact: true }).selectOption({ index: 1 });
      await page.getByRole("button", { name: "Review withdrawal" }).click();
      await page.getByRole("button", { name: "Withdraw 31.07 AUD" }).click();
    },
  ],
  [
    "deposits",
    "Deposits",
    async (page) => {
      await page.goto("/dashboard/deposit-money");
      await page.getByLabel("Amount", { exact: true }).fill("41.00");
      await page.getByRole("button", { name: "Start deposit" }).click();
    },
  ],
  [
    "trading",
    "Trading",
    async (page) => {
      await page.goto("/dashboard/currency-exchange");
      await page.getByRole("radio", { name: "Buy" }).check();
      await page.getByLabel("You pay", { exact: true }).fill("100");
      await page.getByRole("button", { name: "Exchange Now!" }).click();
      await page.getByRole("button", { name: "Yes" }).click();
    },
  ],
];

test.describe.configure({ mode: "serial" });

for (const [kind, name, tryIt] of TRIES) {
  test(`${kind} on hold: the customer reads that the account is reviewed, and no more`, async ({
    page,
    baseURL,
  }) => {
    await signInByRequest(page, CUSTOMER);
    const operator = await Caller.signIn(baseURL, "operator@demo.test");
    const customer = await Caller.signIn(baseURL, CUSTOMER);
    const { user } = await customer.ask<{ user: { id: string } }>("sessions.current");
    const before = await customer.balance("AUD");
    const input = { id: user.id, on: [kind], internal_note: NOTE };
    await operator.call("ops.customers.hold", input);
    try {
      await tryIt(page);
      const alert = page.getByRole("alert").filter({ hasText: "reviewing your account" });
      await expect(alert).toContainText(
        `We’re reviewing your account. ${name} will be back once we’re done.`,
      );
      // The alert goes after some seconds; the form keeps the sentence.
      await expect(alert).toHaveCount(0, { timeout: 15_000 });
      await expect(page.getByRole("main").getByText("We’re reviewing your account.")).toBeVisible();
      await expect(page.getByText(NOTE)).toHaveCount(0);
      expect(await customer.balance("AUD")).toBe(before);
    } finally {
      await operator.call("ops.customers.releaseHold", input);
    }
    await Promise.all([operator.dispose(), customer.dispose()]);
  });
}
