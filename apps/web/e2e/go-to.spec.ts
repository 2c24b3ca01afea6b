import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { faultsOf } from "./page-state.ts";

const HISTORY = "/dashboard/transactions-history";

test("go to: the keyboard leads to sections and transactions, and logs out", async ({ page, baseURL }) => {
  const customer = await Caller.signIn(baseURL, "customer@demo.test");
  const { id, reference } = await customer.withdraw("50.00");
  await signInByRequest(page, "customer@demo.test");
  await page.goto(HISTORY);
  await expect(page.getByRole("table").getByText(reference)).toBeVisible();
  const box = page.getByRole("dialog", { name: "Go to" });
  const field = page.getByRole("combobox", { name: "Go to" });
  const options = box.getByRole("option");

  // Not before it is opened.
  const chunks = () =>
    page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => /go-to/.test(name)).length,
    );
  expect(await chunks()).toBe(0);
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  expect(await chunks()).toBeGreaterThan(0);
  await expect(options.filter({ hasText: reference })).toHaveCount(1);

  // Escape gives the focus back.
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
  const button = page.getByRole("button", { name: "Go to" });
  await button.click();
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();

  // The choice is announced, and Enter leads there.
  await page.keyboard.press("Control+k");
  await field.fill("money");
  await expect(options).toHaveText(["Deposit money", "Withdraw money"]);
  await expect(box.getByRole("option", { selected: true })).toHaveText("Deposit money");
  await page.keyboard.press("ArrowDown");
  const chosen = box.getByRole("option", { selected: true });
  await expect(chosen).toHaveText("Withdraw money");
  expect(await field.getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/withdraw-money$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(box).toBeHidden();

  // To another page of the same path, too.
  await page.keyboard.press("Control+k");
  await field.fill("no such thing");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.keyboard.press("Enter");
  await field.fill(reference.toLowerCase());
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/withdraw-money\?id=/);
  await expect(page.getByText(reference).first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: /^Withdrawal of/ })).toBeFocused();

  await page.keyboard.press("Control+k");
  await field.fill("log out");
  await expect(box.getByRole("option", { selected: true })).toHaveText("Log out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // A waiting row would be in the way of others.
  await customer.call("history.cancel", { id });
  await customer.dispose();
});

test("go to: pressing again closes it, and a dialog that is open comes first", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/currency-exchange?from=AUD&to=BTC&amount=200");
  const exchange = page.getByRole("button", { name: "Exchange Now!" });
  await expect(exchange).toBeEnabled();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Go to" })).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await exchange.click();
  const dialog = page.getByRole("dialog", { name: "Confirm exchange" });
  await expect(dialog.getByRole("button", { name: "No" })).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const [width, colorScheme] of [
  [1440, "light"],
  [1440, "dark"],
  [390, "light"],
  [320, "dark"],
] as const) {
  test(`go to is accessible at ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 700 });
    await signInByRequest(page, "customer@demo.test");
    await page.goto(HISTORY);
    await expect(page.getByText(/^Page 1 of/)).toBeVisible();
    await page.keyboard.press("Control+k");
    const box = page.getByRole("dialog");
    await expect(box.getByRole("option").nth(12)).toBeAttached();
    await page.keyboard.press("ArrowDown");
    expect(await faultsOf(page)).toEqual([]);
    const inside = await box.evaluate((element) => {
      const { left, right, bottom } = element.getBoundingClientRect();
      return left >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
    });
    expect(inside).toBe(true);
  });
}
