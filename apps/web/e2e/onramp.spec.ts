import { expect, test, type Page } from "@playwright/test";
import { signIn } from "../bench/sign-in.ts";

async function satoshi(page: Page): Promise<bigint> {
  const { data } = (await (await page.request.get("/api/users/balance")).json()) as {
    data: Record<string, string>;
  };
  return BigInt((data["BTC"] ?? "").replace(".", ""));
}

/** Fills the form and goes to the sandbox's checkout. @returns its address */
async function checkout(page: Page): Promise<string> {
  await page.goto("/dashboard/deposit-money/card");
  await page.getByLabel("You pay by card").fill("500");
  await page.getByRole("button", { name: "Continue to checkout" }).click();
  await page.waitForURL(/\/onramp\/sandbox\//);
  return page.url();
}

test("@postgres a card payment arrives, shows its receipt, and leaves again when it is refunded", async ({
  page,
}) => {
  await signIn(page, "customer@demo.test");
  const before = await satoshi(page);
  const address = await checkout(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("The coins are in your balance.")).toBeVisible();
  expect(await satoshi(page)).toBeGreaterThan(before);
  const order = page.url();
  await page.getByRole("link", { name: "See receipt" }).click();
  await expect(page.getByText("Our card payment account to your balance")).toBeVisible();
  await page.goto(address);
  await page.getByRole("button", { name: "Refund it" }).click();
  await page.goto(order);
  await expect(page.getByText("Refunded", { exact: true }).first()).toBeVisible();
  expect(await satoshi(page)).toBe(before);
});

test("a declined card credits nothing and says so", async ({ page }) => {
  await signIn(page, "nigeria@demo.test");
  const before = await satoshi(page);
  await page.goto("/dashboard/deposit-money/card");
  await page.getByLabel("You pay by card").fill("60000");
  await page.getByRole("button", { name: "Continue to checkout" }).click();
  await page.getByRole("button", { name: /Have the card declined/ }).click();
  await expect(page.getByText("Declined", { exact: true })).toBeVisible();
  expect(await satoshi(page)).toBe(before);
});

test("the public test page goes the whole way without an account", async ({ page }) => {
  await page.goto("/transak-test");
  await page.getByLabel("You pay by card").fill("250");
  await page.getByRole("button", { name: "Continue to checkout" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page.getByText("This was a test. No one paid or got anything.")).toBeVisible();
});
