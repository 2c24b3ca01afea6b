import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { countClicks, expectClicks } from "./clicks.ts";
import { chain, chooseCoin, COINS } from "./coins.ts";
import { expectWellMade, faultsInBothSchemes, overflowOf } from "./page-state.ts";
import { openToday } from "./today.ts";

const CUSTOMER = "customer@demo.test";
/** Has never deposited coins. */
const FIRST_TIME = "max.more@demo.test";

const WARNINGS = { bitcoin: "anything else", ethereum: "Tokens, such as USDT, are not credited" } as const;

for (const { of, width, amount } of [
  { of: "BTC", width: 1440, amount: "0.01230000" },
  { of: "BTC", width: 390, amount: "0.02340000" },
  { of: "ETH", width: 1440, amount: "0.12340000" },
  { of: "ETH", width: 390, amount: "0.23450000" },
]) {
  const coin = COINS.find(({ code }) => code === of);
  if (coin === undefined) throw new TypeError(`no coin is ${of}`);
  const { code, network, name, settled: needed } = coin;
  test(`${code} sent to a new customer's address, two clicks away at ${width} px, arrives in steps and is credited`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInByRequest(page, FIRST_TIME);
    await page.goto("/dashboard");
    await countClicks(page);
    await page
      .getByRole("link", { name: /^Deposit( money)?$/ })
      .filter({ visible: true })
      .first()
      .click();
    await page.getByRole("link", { name: "Crypto", exact: true }).click();
    await chooseCoin(page, coin);
    await expect(page.getByText(`${name} network only`)).toBeVisible();
    await expect(page.getByText(WARNINGS[network])).toBeVisible();
    const address = await page.getByText(coin.address).innerText();
    await expectClicks(page, 2);
    await chain(request, "send", { network, address, amount });
    const arrival = page.getByRole("listitem").filter({ hasText: `${amount} ${code}` });
    // Ether shows once a block has it.
    if (network === "bitcoin") await expect(arrival).toBeVisible();
    await chain(request, "mine", { network, blocks: 1 });
    await expect(arrival).toContainText(
      network === "bitcoin" ? new RegExp(`[1-${needed}] of ${needed}|Credited`) : /Confirming|Credited/,
    );
    await chain(request, "mine", { network, blocks: needed - 1 });
    await expect(arrival).toContainText("Credited");
    expect(await faultsInBothSchemes(page)).toEqual([]);
    expect(await overflowOf(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await overflowOf(page)).toEqual([]);

    await page.goto("/dashboard/transactions-history?type=deposit");
    await expect(page.getByText(amount.slice(0, 6)).filter({ visible: true }).first()).toBeVisible();
  });
}

test("the desk names the sender of coins and opens their travel data, by keyboard", async ({
  page: customer,
  request,
  browser,
}) => {
  await signInByRequest(customer, CUSTOMER);
  await customer.goto("/dashboard/deposit-money/crypto");
  const address = await customer.getByText(/^bcrt1q[a-z0-9]{38}$/).innerText();
  await chain(request, "send", { network: "bitcoin", address, amount: "0.00450000" });
  await chain(request, "mine", { network: "bitcoin", blocks: 3 });
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
