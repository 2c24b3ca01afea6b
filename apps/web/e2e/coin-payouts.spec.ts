import { readFileSync } from "node:fs";
import { expect, test, type APIRequestContext, type Browser, type Page } from "@playwright/test";
import { signIn, signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { chain, COINS, type Coin } from "./coins.ts";
import { expectWellMade, faultsInBothSchemes, overflowOf } from "./page-state.ts";
import { openToday } from "./today.ts";

const CUSTOMER = "customer@demo.test";
/** One of her payees is a contract that refuses all it is sent. */
const TO_CONTRACT = "cora.coldwallet@demo.test";

/** Asks for a withdrawal to one of the customer's payees. @returns the withdrawal's id */
async function withdrawCoins(
  customer: Caller,
  { code, credit, label }: { readonly code: string; readonly credit: string; readonly label: string },
): Promise<string> {
  const payees =
    await customer.ask<readonly { readonly id: string; readonly label: string }[]>("coinPayees.list");
  const { status, body } = await customer.post("/api/users/transactions", {
    transaction_type: "withdraw",
    coin_payee_id: payees.find((payee) => payee.label === label)?.id,
    balance: { credit, credit_currency: code },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return (body as { data: { id: string } }).data.id;
}

const withdrawToOwnWallet = (customer: Caller, { code, payee, fee }: Coin): Promise<string> =>
  withdrawCoins(customer, { code, credit: fee.credit, label: payee.label });

const drawerOf = (page: Page, name: RegExp) => page.getByRole("dialog", { name });

/** Makes a batch by the keyboard, and waits until its page is there. */
async function makeBatch(page: Page, { code }: Coin): Promise<void> {
  await page.goto("/teamaccess/coin-payouts");
  await expect(page.getByRole("button", { name: "Make a batch" })).toBeVisible();
  await page.keyboard.press("m");
  const make = page.getByRole("dialog", { name: "Make a batch" });
  await expect(make.locator(":focus")).toBeVisible();
  await make.getByLabel("Currency").selectOption({ label: code });
  await page.keyboard.press("Control+Enter");
  await expect(
    page.getByRole("heading", { level: 1, name: /^(?:Bitcoin|Ethereum) payout of / }),
  ).toBeVisible();
}

/** Sends the act of the drawer that is open, which then waits for a second person. */
async function requestAct(page: Page, title: RegExp): Promise<void> {
  const drawer = drawerOf(page, title);
  await expect(drawer.locator(":focus")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(drawer.getByText("Waiting for a second person")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(page.getByText("Waiting for a second person")).toBeVisible();
}

/** Approves what the page shows, on a phone. */
async function approveOnPhone(page: Page, browser: Browser): Promise<void> {
  const { origin } = new URL(page.url());
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 390, height: 844 } });
  const other = await context.newPage();
  await signIn(other, "finance2@demo.test", { to: /\/teamaccess$/ });
  await other.goto(page.url());
  await other.getByRole("button", { name: "View request" }).click();
  await other.getByRole("button", { name: "Approve request" }).press("Enter");
  await expect(other.getByText("Approved and done.")).toBeVisible();
  await context.close();
}

/** Approves all that waits, without a browser. */
async function approve(page: Page): Promise<void> {
  const second = await Caller.signIn(new URL(page.url()).origin, "finance2@demo.test");
  const pending = encodeURIComponent(JSON.stringify({ status: "pending" }));
  const { data } = await second.ask<{
    readonly data: readonly { readonly id: string; readonly act: string }[];
  }>(`ops.approvals.list?input=${pending}`);
  for (const { id, act } of data)
    if (act.startsWith("ops.coinPayouts.")) await second.call("ops.approvals.approve", { id });
  await second.dispose();
}

/** Downloads the file for the signer. @returns it, as base64 */
async function downloadFile(page: Page, { extension }: Coin): Promise<string> {
  // The page of the one who asked follows by itself.
  await expect(page.getByRole("button", { name: "Download the file" })).toBeVisible();
  await page.keyboard.press("f");
  const file = drawerOf(page, /^The file for the signer: /);
  await expect(file.locator(":focus")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.keyboard.press("Control+Enter");
  const taken = await download;
  expect(taken.suggestedFilename()).toMatch(/^coins-\d{8}-.*\.(?:psbt|json)$/);
  expect(taken.suggestedFilename().endsWith(extension)).toBe(true);
  await expect(file).toHaveCount(0);
  return readFileSync(await taken.path()).toString("base64");
}

/** Opens the drawer that takes a signed file. @returns how a file is sent in it */
async function openImport(page: Page, { extension }: Coin): Promise<(content: string) => Promise<void>> {
  await expect(page.getByRole("button", { name: "Import the signed file" })).toBeVisible();
  await page.keyboard.press("i");
  const bring = drawerOf(page, /^Import the signed file/);
  return async (content) => {
    const buffer = Buffer.from(content, "base64");
    const file = { name: `signed.${extension}`, mimeType: "application/octet-stream", buffer };
    await bring.getByLabel("Signed file").setInputFiles(file);
    await expect(bring.getByText(file.name)).toBeVisible();
    await bring.getByRole("button", { name: "Import the signed file" }).click();
  };
}

const signed = async (request: APIRequestContext, { network }: Coin, content: string): Promise<string> =>
  (await chain<{ readonly content: string }>(request, "sign", { network, content })).content;

/** Has the file that waits signed by the demo's key, and brings it back. */
async function signFile(page: Page, request: APIRequestContext, coin: Coin): Promise<void> {
  const content = await signed(request, coin, await downloadFile(page, coin));
  const send = await openImport(page, coin);
  await send(content);
  await expect(drawerOf(page, /^Import the signed file/)).toHaveCount(0);
}

const attemptsOf = (page: Page) => page.getByRole("table", { name: "Signed transactions" });

for (const coin of COINS) {
  const { code, network, payee, fee, txid } = coin;

  test(`a batch of ${code} by two people: made, released, signed offline, imported, sent and settled @both`, async ({
    page,
    browser,
    baseURL,
    request,
  }) => {
    const customer = await Caller.signIn(baseURL, CUSTOMER);
    const id = await withdrawToOwnWallet(customer, coin);
    await openToday(page, "finance@demo.test");
    await expect(
      page.getByRole("region", { name: "Waiting", exact: true }).getByText("Coin payouts"),
    ).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("n");
    await expect(page.getByRole("button", { name: "Make a batch" })).toBeVisible();
    await expectWellMade(page);
    await page.keyboard.press("m");
    await expect(page.getByRole("dialog", { name: "Make a batch" }).locator(":focus")).toBeVisible();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await makeBatch(page, coin);
    await expect(page.getByRole("table", { name: "Payments of the batch" })).toContainText("Can be paid");
    await expectWellMade(page);
    await page.keyboard.press("r");
    await requestAct(page, /^Release \d+ payments?, /);
    await approveOnPhone(page, browser);

    const unsigned = await downloadFile(page, coin);
    const send = await openImport(page, coin);
    await send(unsigned);
    const bring = drawerOf(page, /^Import the signed file/);
    await expect(bring.getByText("The file is not signed").first()).toBeVisible();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await send(await signed(request, coin, unsigned));
    await expect(bring).toHaveCount(0);
    await expect(attemptsOf(page)).toContainText(txid);
    await expect(page.getByRole("button", { name: "Raise the fee" })).toBeVisible();
    await expectWellMade(page);

    const own = await (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage();
    await signInByRequest(own, CUSTOMER);
    await own.goto(`/dashboard/withdraw-money?id=${id}`);
    await expect(own.getByText(`To ${payee.label}.`)).toBeVisible();
    await expect(own.getByText(`${fee.arrives} ${code}`)).toBeVisible();
    const link = own.getByRole("link", { name: txid });
    await expect(link).toHaveAttribute("href", /^https:\/\/(?:bitcoin|ether)\.example\/tx\//);
    await expect(own.getByText(`${fee.credit} ${code} sent`, { exact: true })).toBeVisible();
    await expectWellMade(own);

    await chain(request, "mine", { network, blocks: coin.settled + 1 });
    await expect(page.getByText(/^Settled in block \d+$/).first()).toBeVisible();
    await expect(page.getByText("Not settled")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Cancel batch" })).toHaveCount(0);
    await expectWellMade(page);
    await expect(own.getByText("The wallet received it")).toBeVisible();
    await expect(link).toBeVisible();
    await own.setViewportSize({ width: 320, height: 700 });
    expect(await overflowOf(own)).toEqual([]);
    await own.context().close();
    await customer.dispose();
  });

  test(`the fee of a batch of ${code} is raised, then all of it is cancelled and can be paid again`, async ({
    page,
    baseURL,
    request,
  }) => {
    const customer = await Caller.signIn(baseURL, CUSTOMER);
    const before = await customer.balance(code);
    const id = await withdrawToOwnWallet(customer, coin);
    await openToday(page, "finance@demo.test");
    await makeBatch(page, coin);
    await page.keyboard.press("r");
    await requestAct(page, /^Release /);
    await approve(page);
    await signFile(page, request, coin);
    await expect(page.getByRole("button", { name: "Raise the fee" })).toBeVisible();

    await page.keyboard.press("b");
    const raise = drawerOf(page, /^Raise the fee: /);
    await expect(raise).toContainText(new RegExp(`It’s [\\d.]+ ${coin.rateUnit} now`));
    await raise.getByLabel(`Fee rate in ${coin.rateUnit}`).fill(coin.highRate);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await requestAct(page, /^Raise the fee: /);
    await approve(page);
    await signFile(page, request, coin);
    await expect(attemptsOf(page)).toContainText("Higher fee");
    await expectWellMade(page);

    await page.keyboard.press("u");
    await requestAct(page, /^Cancel /);
    await approve(page);
    await signFile(page, request, coin);
    await expect(attemptsOf(page)).toContainText("Cancels it");
    await chain(request, "mine", { network, blocks: coin.settled + 1 });
    await expect(page.getByRole("button", { name: "Raise the fee" })).toHaveCount(0);
    await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
    await expectWellMade(page);
    await page.goto("/teamaccess/coin-payouts");
    const waiting = page.getByRole("table", { name: "Withdrawals of coins to be paid" });
    await expect(waiting).toContainText(`${fee.credit} ${code}`);
    await customer.call("history.cancel", { id });
    expect(await customer.balance(code)).toBe(before);
    await customer.dispose();
  });

  test(`${code} at a customer's own address is swept into the treasury, and the books agree with the chain`, async ({
    page,
    baseURL,
    request,
  }) => {
    const customer = await Caller.signIn(baseURL, CUSTOMER);
    const { body } = await customer.post("/api/users/coin-address", { currency: code });
    const { address } = (body as { data: { address: string } }).data;
    await chain(request, "send", { network, address, amount: "0.75" });
    await chain(request, "mine", { network, blocks: coin.settled + 1 });
    await openToday(page, "finance@demo.test");
    await page.goto("/teamaccess/coin-payouts?act=sweep");
    const sweep = page.getByRole("dialog", { name: "Sweep" });
    await sweep.getByLabel("Network").selectOption({ label: coin.name });
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await expect(async () => {
      // The server sees what was mined a moment later.
      if (await sweep.isVisible()) await page.keyboard.press("Control+Enter");
      await expect(page.getByRole("heading", { level: 1, name: / sweep into the treasury$/ })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await expectWellMade(page);
    await page.keyboard.press("r");
    await requestAct(page, /^Release /);
    await approve(page);
    await signFile(page, request, coin);
    await expectWellMade(page);
    await chain(request, "mine", { network, blocks: coin.settled + 1 });
    await expect(page.getByText(/^Settled in block \d+$/).first()).toBeVisible();
    await page.goto("/teamaccess/wallets");
    await expect(page.getByText(`0.00000000 ${code}`).first()).toBeVisible();
    await expectWellMade(page);
    await customer.dispose();
  });
}

test("a contract that refuses ether is left out of the batch, with its reason", async ({ page, baseURL }) => {
  const [, ether] = COINS;
  if (ether === undefined) throw new TypeError("ether is the second coin");
  const paid = await Caller.signIn(baseURL, CUSTOMER);
  const refused = await Caller.signIn(baseURL, TO_CONTRACT);
  const toContract = { code: "ETH", credit: "0.05000000", label: "My vault contract" };
  const ids = [
    [refused, await withdrawCoins(refused, toContract)],
    [paid, await withdrawToOwnWallet(paid, ether)],
  ] as const;
  await openToday(page, "finance@demo.test");
  await makeBatch(page, ether);
  await expect(page.getByRole("table", { name: "Left out" })).toContainText(
    /Its recipient does not take it: .*reverted/,
  );
  await expectWellMade(page);
  await page.keyboard.press("u");
  const cancel = drawerOf(page, /^Cancel /);
  await expect(cancel.locator(":focus")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
  for (const [customer, id] of ids) {
    await customer.call("history.cancel", { id });
    await customer.dispose();
  }
});
