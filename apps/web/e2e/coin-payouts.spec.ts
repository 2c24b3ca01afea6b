import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { signIn } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";
import { openToday } from "./today.ts";

/** Nothing sticks out sideways, not on the narrowest phone, and nothing is wrong with it in either colour scheme. */
async function expectWellMade(page: Page): Promise<void> {
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await overflowOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await overflowOf(page)).toEqual([]);
}

/** Asks for a withdrawal of 0.05 BTC to the customer's own wallet. */
async function withdrawCoins(customer: Caller): Promise<void> {
  const payees =
    await customer.ask<readonly { readonly id: string; readonly label: string }[]>("coinPayees.list");
  const { status, body } = await customer.post("/api/users/transactions", {
    transaction_type: "withdraw",
    coin_payee_id: payees.find(({ label }) => label === "My hardware wallet")?.id,
    balance: { credit: "0.05000000", credit_currency: "BTC" },
  });
  expect(status, JSON.stringify(body)).toBe(201);
}

test("a batch of coins by two people: made, released, signed offline, imported, sent and settled", async ({
  page,
  browser,
  baseURL,
  request,
}) => {
  const chain = async (act: "sign" | "mine", data: object): Promise<unknown> => {
    const answer = await request.post(`/dev/chain/${act}`, { data: { network: "bitcoin", ...data } });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
  const customer = await Caller.signIn(baseURL, "customer@demo.test");
  await withdrawCoins(customer);
  await openToday(page, "finance@demo.test");
  await expect(
    page.getByRole("region", { name: "Waiting", exact: true }).getByText("Coin payouts"),
  ).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await expect(page.getByRole("button", { name: "Make a batch" })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("m");
  const make = page.getByRole("dialog", { name: "Make a batch" });
  await expect(make.locator(":focus")).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Payments of / })).toBeVisible();
  await expect(page.getByRole("table", { name: "Payments of the batch" })).toContainText("Can be paid");
  await expectWellMade(page);

  await page.keyboard.press("r");
  const release = page.getByRole("dialog", { name: /^Release \d+ payments?, / });
  await expect(release.locator(":focus")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(release.getByText("Waiting for a second person")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(release).toHaveCount(0);
  await expect(page.getByText("Waiting for a second person")).toBeVisible();

  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    viewport: { width: 390, height: 844 },
  });
  const other = await context.newPage();
  await signIn(other, "finance2@demo.test", { to: /\/teamaccess$/ });
  await other.goto(page.url());
  await other.getByRole("button", { name: "View request" }).click();
  await other.getByRole("button", { name: "Approve request" }).press("Enter");
  await expect(other.getByText("Approved and done.")).toBeVisible();
  await context.close();

  // The page of the one who asked follows by itself.
  await expect(page.getByRole("button", { name: "Download the file" })).toBeVisible();
  await page.keyboard.press("f");
  const file = page.getByRole("dialog", { name: /^The file for the signer: / });
  await expect(file.locator(":focus")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.keyboard.press("Control+Enter");
  const taken = await download;
  expect(taken.suggestedFilename()).toMatch(/^coins-\d{8}-.*\.psbt$/);
  const unsigned = readFileSync(await taken.path());
  const { content } = (await chain("sign", { content: unsigned.toString("base64") })) as { content: string };

  await expect(page.getByRole("button", { name: "Import the signed file" })).toBeVisible();
  await page.keyboard.press("i");
  const bring = page.getByRole("dialog", { name: /^Import the signed file/ });
  const choose = (buffer: Buffer): Promise<void> =>
    bring
      .getByLabel("Signed file")
      .setInputFiles({ name: "signed.psbt", mimeType: "application/octet-stream", buffer });
  await choose(unsigned);
  await expect(bring.getByText("signed.psbt")).toBeVisible();
  await bring.getByRole("button", { name: "Import the signed file" }).click();
  await expect(bring.getByText("The file is not signed").first()).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await choose(Buffer.from(content, "base64"));
  await bring.getByRole("button", { name: "Import the signed file" }).click();
  await expect(bring).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Signed transactions" })).toContainText(/[\da-f]{64}/);
  await expect(page.getByRole("button", { name: "Raise the fee" })).toBeVisible();

  await chain("mine", { blocks: 4 });
  await expect(page.getByText(/^Settled in block \d+$/)).toBeVisible();
  await expect(page.getByText("Not settled")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cancel batch" })).toHaveCount(0);
  await expectWellMade(page);
  await customer.dispose();
});
