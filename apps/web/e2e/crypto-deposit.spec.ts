import { expect, test, type APIRequestContext } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { countClicks, expectClicks } from "./clicks.ts";
import { expectWellMade, faultsInBothSchemes, overflowOf } from "./page-state.ts";
import { openToday } from "./today.ts";

async function chain(request: APIRequestContext, act: "send" | "mine", data: object): Promise<void> {
  const answer = await request.post(`/dev/chain/${act}`, { data: { network: "bitcoin", ...data } });
  expect(answer.status(), await answer.text()).toBe(200);
}

const CUSTOMER = "customer@demo.test";
/** Has never deposited coins. */
const FIRST_TIME = "max.more@demo.test";

test("coins that are sent to a new customer's address, two clicks away, arrive in steps and are credited", async ({
  page,
  request,
}) => {
  await signInByRequest(page, FIRST_TIME);
  await page.goto("/dashboard");
  await countClicks(page);
  await page.getByRole("link", { name: "Deposit money" }).first().click();
  await page.getByRole("link", { name: "Crypto", exact: true }).click();
  await expect(page.getByText("Bitcoin network only")).toBeVisible();
  const address = await page.getByText(/^bcrt1q[a-z0-9]{38}$/).innerText();
  await expectClicks(page, 2);
  await chain(request, "send", { address, amount: "0.01230000" });
  const arrival = page.getByRole("listitem").filter({ hasText: "0.01230000 BTC" });
  await expect(arrival).toBeVisible();
  await chain(request, "mine", { blocks: 1 });
  await expect(arrival).toContainText(/[1-3] of 3|Credited/);
  await chain(request, "mine", { blocks: 2 });
  await expect(arrival).toContainText("Credited");
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflowOf(page)).toEqual([]);

  await page.goto("/dashboard/transactions-history?type=deposit");
  await expect(page.getByText(/0\.0123/).first()).toBeVisible();
});

test("the desk names the sender of coins and opens their travel data, by keyboard", async ({
  page: customer,
  request,
  browser,
}) => {
  await signInByRequest(customer, CUSTOMER);
  await customer.goto("/dashboard/deposit-money/crypto");
  const address = await customer.getByText(/^bcrt1q[a-z0-9]{38}$/).innerText();
  await chain(request, "send", { address, amount: "0.00450000" });
  await chain(request, "mine", { blocks: 3 });
  await expect(customer.getByRole("listitem").filter({ hasText: "0.00450000 BTC" })).toContainText(
    "Credited",
  );

  const page = await browser.newPage();
  await openToday(page, "compliance@demo.test");
  await page.goto("/teamaccess/transactions?type=deposit&currency=BTC");
  await expect(page.getByRole("row").nth(1)).toContainText("0.00450000 BTC");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Name the sender/ })).toBeVisible();
  await page.keyboard.press("n");
  const drawer = page.getByRole("dialog", { name: /^Sender of / });
  await expect(drawer.locator(":focus")).toHaveAccessibleName(/^Holder name/);
  await expectWellMade(page);
  await page.keyboard.type("Sam Sender");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Example Exchange");
  await page.keyboard.press("Control+Enter");
  await expect(drawer).toHaveCount(0);
  await page.keyboard.press("t");
  const data = page.getByRole("dialog", { name: /^Travel data of / });
  await expect(data).toContainText("Sam");
  await expectWellMade(page);
  await page.close();
});
