import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { countClicks, expectClicks } from "./clicks.ts";
import { chooseCoin, COINS } from "./coins.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

/** Withdraws in no other journey: a new payee from a new browser holds withdrawals. */
const ADDING = "pia.paid@demo.test";
/** Have never sent coins, and withdraw in no other journey. */
const FIRST_TIMES: Readonly<Record<string, string>> = {
  BTC: "max.more@demo.test",
  ETH: "lena.less@demo.test",
};
/** Turned sending on and added a payee of each coin days ago. */
const CUSTOMER = "customer@demo.test";

for (const coin of COINS) {
  const { code, network, name, payee, wallet, fee, least } = coin;

  test(`a first withdrawal of ${code} takes nine clicks: five to turn sending on and add the payee, four once the wait is over`, async ({
    page,
    browser,
  }) => {
    await signInByRequest(page, FIRST_TIMES[code] ?? "");
    await page.goto("/dashboard");
    await countClicks(page);
    await page.getByRole("link", { name: "Withdraw money" }).first().click();
    await page.getByRole("link", { name: "To a wallet" }).click();
    await page.getByRole("button", { name: "Turn on sending" }).click();
    await expect(page.getByText(/^Waiting, on /)).toBeVisible();
    await page.getByRole("link", { name: "add a wallet" }).click();
    await chooseCoin(page, coin);
    await page.getByLabel("Address").fill(wallet.address);
    await page.getByLabel("Label").fill("My first wallet");
    await page.getByRole("button", { name: "Add payee" }).click();
    const added = page.getByRole("listitem").filter({ hasText: "My first wallet" });
    await expect(added).toContainText("On hold until");
    await expect(added).toContainText(`${name} network`);
    await expectClicks(page, 5);

    // Two days later, which no journey waits for.
    const later = await (await browser.newContext()).newPage();
    await signInByRequest(later, CUSTOMER);
    await later.goto("/dashboard");
    await countClicks(later);
    await later.getByRole("link", { name: "Withdraw money" }).first().click();
    await later.getByRole("link", { name: "To a wallet" }).click();
    await later.getByLabel("Pay to").selectOption({ label: payee.option });
    await later.getByLabel("Amount", { exact: true }).fill(fee.credit);
    await later.getByRole("button", { name: "Review withdrawal" }).click();
    await later.getByRole("button", { name: `Withdraw ${fee.credit} ${code}` }).click();
    await expect(later.getByText(`To ${payee.label}.`)).toBeVisible();
    await expectClicks(later, 4);
    await later.getByRole("button", { name: "Cancel withdrawal" }).click();
    await later.getByRole("dialog").getByRole("button", { name: "Cancel withdrawal" }).click();
    await expect(later.getByText("You cancelled it")).toBeVisible();
    await later.context().close();
  });

  test(`${code} goes to a wallet of the address book in five clicks, one of them a mistake, and is back once that is cancelled`, async ({
    page,
    baseURL,
  }) => {
    const customer = await Caller.signIn(baseURL, CUSTOMER);
    const before = await customer.balance(code);
    await signInByRequest(page, CUSTOMER);
    await page.goto("/dashboard");
    await countClicks(page);
    await page.getByRole("link", { name: "Withdraw money" }).first().click();
    await page.getByRole("link", { name: "To a wallet" }).click();
    // Money to a bank has a field of this name, too.
    await expect(page.getByRole("heading", { level: 1, name: "Withdraw crypto" })).toBeVisible();
    await page.getByLabel("Pay to").selectOption({ label: payee.option });
    await page.getByLabel("Amount", { exact: true }).fill(least.below);
    await page.getByRole("button", { name: "Review withdrawal" }).click();
    await expect(page.getByText(`Minimum: ${least.minimum} ${code}`)).toBeVisible();
    await page.getByLabel("Amount", { exact: true }).fill(fee.credit);
    await expect(page.getByText(`${fee.arrives} ${code}`)).toBeVisible();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Review withdrawal" }).click();
    await expect(page.getByRole("heading", { name: "Review withdrawal" })).toBeFocused();
    await page.getByRole("button", { name: `Withdraw ${fee.credit} ${code}` }).click();
    await expect(page.getByText(`To ${payee.label}.`)).toBeVisible();
    await expectClicks(page, 5);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflowOf(page)).toEqual([]);
    expect(await customer.balance(code)).not.toBe(before);
    await page.getByRole("button", { name: "Cancel withdrawal" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel withdrawal" }).click();
    await expect(page.getByText("You cancelled it")).toBeVisible();
    expect(await customer.balance(code)).toBe(before);
    await page.goto("/dashboard/withdraw-money/wallet");
    await expect(page.getByRole("button", { name: "Review withdrawal" })).toBeVisible();
    expect(await overflowOf(page)).toEqual([]);
  });

  test(`payees for ${code} are added by address or link, on hold for a day, and removed after a question`, async ({
    page,
  }) => {
    await signInByRequest(page, ADDING);
    await page.goto("/dashboard/address-book");
    await page.getByRole("button", { name: "Add a payee" }).click();
    await chooseCoin(page, coin);
    await page.getByLabel("Address").fill(coin.amountLink);
    await page.getByRole("button", { name: "Add payee" }).click();
    await expect(page.getByText("Label is a required field")).toBeVisible();
    await page.getByLabel("Label").fill("Savings at Bright");
    await page.getByRole("radio", { name: "A provider" }).check();
    await page.getByLabel("Provider name").fill("Bright Exchange");
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflowOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Add payee" }).click();
    await expect(page.getByText("Enter only the address, not an amount.", { exact: true })).toBeVisible();
    await page.getByLabel("Address").fill(`${network}:${wallet.address}`);
    await page.getByRole("button", { name: "Add payee" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Savings at Bright" });
    await expect(row).toContainText("On hold until");
    await expect(row).toContainText("Yours, at Bright Exchange");
    await expect(row.getByRole("button", { name: /Prove/ })).toHaveCount(0);
    expect(await overflowOf(page)).toEqual([]);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await row.getByRole("button", { name: "Remove Savings at Bright" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove payee" }).click();
    await expect(row).toHaveCount(0);
  });

  test(`a mistyped address for ${code}, and a signature that doesn't fit, are said at their fields; the right one ends the hold`, async ({
    page,
  }) => {
    await signInByRequest(page, ADDING);
    await page.goto("/dashboard/address-book?add=payee");
    await chooseCoin(page, coin);
    await page.getByLabel("Address").fill(coin.mistyped);
    await page.getByLabel("Label").fill("Paper wallet");
    await page.getByRole("button", { name: "Add payee" }).click();
    await expect(page.getByText("The address is mistyped. Copy it again.", { exact: true })).toBeVisible();
    await page.getByLabel("Address").fill(wallet.address);
    await page.getByRole("button", { name: "Add payee" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Paper wallet" });
    await row.getByRole("button", { name: /Prove it to skip the hold/ }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(`I control ${wallet.address}`)).toBeVisible();
    await dialog.getByLabel("Signature").fill("AAAA");
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Prove payee" }).click();
    await expect(dialog.getByText("This signature doesn't fit the message.", { exact: true })).toBeVisible();
    const message = await dialog.getByText(`I control ${wallet.address}`).innerText();
    await dialog.getByLabel("Signature").fill(wallet.sign(message));
    await dialog.getByRole("button", { name: "Prove payee" }).click();
    await expect(row).toContainText("Ready");
    await row.getByRole("button", { name: "Remove Paper wallet" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove payee" }).click();
    await expect(row).toHaveCount(0);
  });
}

test("sending is off at first, and on 48 hours after it was turned on", async ({ page }) => {
  await signInByRequest(page, "nigeria@demo.test");
  await page.goto("/dashboard/withdraw-money/wallet");
  await expect(page.getByText("No one can send your coins to a wallet.")).toBeVisible();
  await page.getByRole("button", { name: "Turn on sending" }).click();
  await expect(page.getByText(/^Waiting, on /)).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflowOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Turn off sending" }).click();
  await expect(page.getByRole("button", { name: "Turn on sending" })).toBeVisible();
});
