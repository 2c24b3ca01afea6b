import { expect, test, type Page } from "@playwright/test";
import { signIn, signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";
import { openToday } from "./today.ts";

const AT_DESK = /\/teamaccess$/;

/** Starts a deposit of the demo customer. @returns its reference */
async function announce(customer: Caller, credit: string): Promise<string> {
  const { body } = await customer.post("/api/users/transactions", {
    transaction_type: "deposit",
    payment_method: "bank_transfer",
    balance: { credit, credit_currency: "AUD" },
  });
  return (body as { data: { reference: string } }).data.reference;
}

/** Nothing sticks out sideways, and nothing is wrong with it in either colour scheme. */
async function expectWellMade(page: Page): Promise<void> {
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
}

test("a bank's day by keyboard: one imports, another credits all certain, assigns one, own money, close", async ({
  page,
  browser,
  baseURL,
}) => {
  const customer = await Caller.signIn(baseURL, "customer@demo.test");
  const before = await customer.balance("AUD");
  const [first, second] = [await announce(customer, "141.00"), await announce(customer, "142.00")];
  const other = await announce(customer, "143.00");
  const context = await browser.newContext();
  const importing = await context.newPage();
  await openToday(importing, "finance2@demo.test");
  await importing.keyboard.press("g");
  await importing.keyboard.press("b");
  await expect(importing.getByRole("heading", { level: 1, name: "Bank" })).toBeVisible();

  const chosen = importing.waitForEvent("filechooser");
  await expect(importing.getByRole("button", { name: "Import statement" })).toBeEnabled();
  await importing.keyboard.press("i");
  const statement = [
    `02/03/2025,141.00,OSKO ${first} WATTLE CUSTOMER`,
    `02/03/2025,142.00,OSKO ${second.toLowerCase().replaceAll("-", "")} WATTLE CUSTOMER`,
    "02/03/2025,143.00,CASH DEPOSIT BR 2217",
    "02/03/2025,-18.00,ACCOUNT FEE MARCH",
    "02/03/2025,much,PAYMENT 88213",
  ].join("\n");
  await (await chosen).setFiles({ name: "day.csv", mimeType: "text/csv", buffer: Buffer.from(statement) });
  await expect(importing.getByText("day.csv: 4 lines imported. No duplicates, 1 error.")).toBeVisible();
  await expect(importing.getByText(/^Line 5: /)).toBeVisible();
  await expectWellMade(importing);

  // The importer may have typed the lines, and so credits none without a second person.
  await importing.keyboard.press("a");
  await expect(importing.getByRole("dialog", { name: "Credit 2 certain lines, 283.00 AUD" })).toBeVisible();
  await importing.keyboard.press("Control+Enter");
  await expect(
    importing.getByText("None credited. 2 waiting for a second person, 283.00 AUD."),
  ).toBeVisible();
  await expectWellMade(importing);
  await context.close();
  // Requests that wait would be in the way of others.
  const importer = await Caller.signIn(baseURL, "finance2@demo.test");
  const pending = encodeURIComponent(JSON.stringify({ status: "pending" }));
  const { data: asked } = await importer.ask<{ data: { id: string; act: string }[] }>(
    `ops.approvals.list?input=${pending}`,
  );
  const mine = asked.filter(({ act }) => act === "ops.bankLines.credit");
  expect(mine).toHaveLength(2);
  for (const { id } of mine) await importer.call("ops.approvals.withdraw", { id });
  await importer.dispose();

  await openToday(page, "finance@demo.test");
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect(page.getByRole("heading", { level: 1, name: "Bank" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Credit 2 certain lines, / })).toBeVisible();
  await page.keyboard.press("a");
  const certain = page.getByRole("dialog", { name: "Credit 2 certain lines, 283.00 AUD" });
  await expect(certain.getByText("Wattle Customer")).toHaveCount(2);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("2 credited, 283.00 AUD.")).toBeVisible();
  expect((await customer.balance("AUD")) - before).toBe(28_300n);

  await expect(page.locator("tr").filter({ hasText: first })).toHaveCount(0);
  const cash = page.locator("tr").filter({ hasText: "CASH DEPOSIT" });
  await page.keyboard.press("j");
  await expect(cash).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "143.00 AUD" })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("s");
  await expect(page.getByRole("option", { name: new RegExp(other) })).toBeVisible();
  await page.keyboard.type(other.slice(0, 4));
  await expect(page.getByRole("option", { name: new RegExp(other) })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  const assign = page.getByRole("dialog", { name: "Credit 143.00 AUD to Wattle Customer" });
  await expect(assign.getByLabel("Why")).toBeFocused();
  await expect(assign.getByText("Planned").locator("xpath=../dd")).toHaveText("143.00 AUD");
  await expectWellMade(page);
  await page.keyboard.type("The customer sent the slip");
  await page.keyboard.press("Control+Enter");
  await expect(cash).toHaveCount(0);
  expect((await customer.balance("AUD")) - before).toBe(42_600n);

  // The next step is open by itself.
  await expect(page.getByRole("heading", { name: "−18.00 AUD" })).toBeVisible();
  await page.keyboard.press("o");
  await expect(page.getByRole("dialog").getByLabel("Why")).toBeFocused();
  await page.keyboard.type("Bank fee");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("All lines matched")).toBeVisible();

  await page.keyboard.press("c");
  const bar = page.getByRole("region", { name: "Statement and books" });
  await page.keyboard.type("1,000.00");
  await expect(bar.getByText(/^Difference/)).toBeVisible();
  const books = ((await bar.getByText("Our books").locator("xpath=../dd").textContent()) ?? "").replace(
    " AUD",
    "",
  );
  // A balance that differs is closed by the mouse or the keys only with a reason.
  await page.keyboard.press("Enter");
  const mistyped = page.getByRole("dialog", { name: /^Close \d{1,2} \w+ \d{4}$/ });
  await expect(mistyped.getByLabel("Why")).toBeFocused();
  await expect(mistyped.getByRole("button", { name: "Close the day" })).toBeDisabled();
  await expectWellMade(page);
  await page.keyboard.press("Escape");
  await expect(mistyped).toHaveCount(0);
  await bar.getByLabel("Statement balance").fill(books);
  await expect(bar.getByText("0.00 AUD", { exact: true }).first()).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("Tab");
  await bar.getByRole("button", { name: "Close the day" }).press("Enter");
  const close = page.getByRole("dialog", { name: /^Close \d{1,2} \w+ \d{4}$/ });
  await expect(close.getByText("Difference")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(bar.getByText(/^Closed .*, difference 0\.00 AUD$/)).toBeVisible();
  await customer.dispose();
});

test("a statement of a bank we don’t know is read by the columns that are said once", async ({
  page,
  baseURL,
}) => {
  const finance = await Caller.signIn(baseURL, "finance@demo.test");
  await signInByRequest(page, "finance@demo.test");
  await page.goto("/teamaccess/bank");
  const drop = async (name: string, content: string): Promise<void> => {
    const chosen = page.waitForEvent("filechooser");
    await expect(page.getByRole("button", { name: "Import statement" })).toBeEnabled();
    await page.keyboard.press("i");
    await (await chosen).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  };
  await drop(
    "odd.csv",
    "Odd Bank,Statement\n\nSum,When,What,Who\n9007199254740.93,03/04/2024,ODD BANK ONE,Mary Ann\n-5.00,13/04/2024,ODD BANK TWO,\n",
  );
  const columns = page.getByRole("dialog", { name: "Columns of odd.csv" });
  const names = columns.getByLabel("Column names");
  await expect(names).toBeFocused();
  await expect(names.locator("option:checked")).toHaveText("Line 3: Sum, When, What, Who");
  await columns.getByLabel("Date", { exact: true }).selectOption({ label: "2: When" });
  await columns.getByLabel("Amount", { exact: true }).selectOption({ label: "1: Sum" });
  await columns.getByLabel("Bank’s text").selectOption({ label: "3: What" });
  await columns.getByLabel("Payer").selectOption({ label: "4: Who" });
  const first = columns.getByRole("list", { name: "First lines" });
  // No float has it exactly.
  await expect(first).toContainText("9,007,199,254,740.93");
  await columns.getByLabel("A date like 03/04/2026").selectOption("month_first");
  await expect(first).toContainText("Line 5: Here the day comes first, in this account's dates the month");
  await columns.getByLabel("A date like 03/04/2026").selectOption("day_first");
  await expect(first).not.toContainText("Line 5");
  await expectWellMade(page);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("odd.csv: 2 lines imported. No duplicates or errors.")).toBeVisible();
  await expect(page.locator("tr").filter({ hasText: "ODD BANK ONE Mary Ann" })).toBeVisible();

  // The next file of this bank is not asked about.
  await drop(
    "odd-2.csv",
    "Sum,When,What,Who\n-9007199254735.93,14/04/2024,ODD BANK THREE,\nmuch,14/04/2024,X,\n",
  );
  await expect(page.getByText("odd-2.csv: 1 line imported. No duplicates, 1 error.")).toBeVisible();
  await expect(page.getByText("Line 3: Sum: This is no amount")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change columns" })).toBeVisible();
  await expectWellMade(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Change columns" }).click();
  await expect(
    page.getByRole("dialog", { name: "Columns of odd-2.csv" }).getByLabel("Date", { exact: true }),
  ).toHaveValue("1");
  await expectWellMade(page);
  await finance.call("ops.bankLines.setColumns", { deposit_account_id: "aud-bank-transfer", columns: null });
  // An open row would be in the way of others.
  const input = encodeURIComponent(JSON.stringify({ text: "ODD BANK" }));
  const { data } = await finance.ask<{ data: { id: string }[] }>(`ops.bankLines.list?input=${input}`);
  expect(data).toHaveLength(3);
  const second = await Caller.signIn(baseURL, "finance2@demo.test");
  for (const { id } of data) await second.call("ops.bankLines.ownMoney", { id, internal_note: "A test" });
  await Promise.all([finance.dispose(), second.dispose()]);
});

/** Settings of the paying account that the bank's file needs. */
const PAYING_ACCOUNT = {
  currency: "AUD",
  method: "bank_transfer",
  account_name: "Demo Client Money Account",
  bank_name: "Bank of Example",
  bsb: "000-000",
  account_number: "12345678",
  bank_abbreviation: "CBA",
  user_number: "301500",
  remitter: "Wattle",
};

test("a batch of payouts by two people and the keyboard: made, released, file, sent, settled", async ({
  page,
  browser,
  baseURL,
}) => {
  const [customer, finance, second] = await Promise.all(
    ["customer@demo.test", "finance@demo.test", "finance2@demo.test"].map((email) =>
      Caller.signIn(baseURL, email),
    ),
  );
  if (customer === undefined || finance === undefined || second === undefined) throw new Error("no caller");
  await finance.callByTwo(second, "ops.depositAccounts.set", PAYING_ACCOUNT);
  await customer.withdraw("151.00");
  await customer.withdraw("152.50");
  await openToday(page, "finance@demo.test");
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page.getByRole("button", { name: /^Batch \d+ ready, / })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("m");
  await expect(page.getByRole("dialog", { name: "Make a batch in AUD" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Bank payout of / })).toBeVisible();
  await expect(page.locator("tr").filter({ hasText: "152.50" })).toBeVisible();
  const id = new URL(page.url()).searchParams.get("id") ?? "";
  const total = (
    (await page
      .getByText(/^[\d,]+\.\d\d AUD$/)
      .first()
      .textContent()) ?? ""
  ).replaceAll(/[^\d.]/g, "");

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Take out" })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("r");
  await expect(page.getByRole("dialog", { name: /^Release \d+ payouts?, / })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const release = page.getByRole("dialog", { name: /^Release \d+ payouts?, / });
  await expect(release.getByText("Waiting for a second person")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(release).toHaveCount(0);
  await expect(page.getByText("Waiting for a second person")).toBeVisible();

  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    viewport: { width: 390, height: 844 },
  });
  const other = await context.newPage();
  await signIn(other, "finance2@demo.test", { to: AT_DESK });
  await other.goto(page.url());
  await expect(other.getByText("Waiting for a second person")).toBeVisible();
  await expectWellMade(other);
  await other.keyboard.press("r");
  await other.getByRole("button", { name: "Approve request" }).press("Enter");
  await expect(other.getByText("Approved and done.")).toBeVisible();
  await context.close();

  // The page of the one who asked follows by itself.
  await expect(page.getByRole("button", { name: "Download the file" })).toBeVisible();
  await page.keyboard.press("f");
  await expect(
    page.getByText("Once you’ve downloaded the file, you can’t take payouts out of the batch."),
  ).toBeVisible();
  const download = page.waitForEvent("download");
  await page.keyboard.press("Control+Enter");
  expect((await download).suggestedFilename()).toMatch(/^payout-AUD-\d{8}-.*\.aba$/);
  await expect(page.getByRole("button", { name: "Mark as sent" })).toBeVisible();
  await page.keyboard.press("m");
  // It has the focus once its keys work.
  await expect(page.getByRole("dialog", { name: /^Sent to the bank: / }).locator(":focus")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Settled once it’s on the bank statement.")).toBeVisible();

  const today = new Intl.DateTimeFormat("en-AU", { timeZone: "Australia/Sydney" }).format(Date.now());
  await finance.call("ops.bankLines.import", {
    deposit_account_id: "aud-bank-transfer",
    content: `${today},-${total},DE 301500 Payout ${id.slice(0, 8)}`,
  });
  await expect(page.getByText("Not settled")).toHaveCount(0);
  await expectWellMade(page);
  await Promise.all([customer, finance, second].map((caller) => caller.dispose()));
});

test("a withdrawal is refused by keyboard, and its money is on the balance again", async ({
  page,
  baseURL,
}) => {
  const customer = await Caller.signIn(baseURL, "customer@demo.test");
  const before = await customer.balance("AUD");
  await customer.withdraw("153.75");
  expect(before - (await customer.balance("AUD"))).toBe(15_375n);
  await signInByRequest(page, "finance@demo.test");
  await page.goto("/teamaccess/payouts");
  const row = page.locator("tr").filter({ hasText: "153.75" });
  await expect(row).toHaveCount(1);
  for (let step = 0; step < 100; step += 1) {
    await page.keyboard.press("j");
    if (await row.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Wattle Customer, 153.75 AUD" })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("x");
  const refuse = page.getByRole("dialog", { name: "Refuse: Wattle Customer, 153.75 AUD" });
  await expect(refuse.getByLabel("Message")).toBeFocused();
  await page.keyboard.type("The account is in another name.");
  await expectWellMade(page);
  await page.keyboard.press("Control+Enter");
  await expect(refuse).toHaveCount(0);
  await expect(row).toHaveCount(0);
  expect(await customer.balance("AUD")).toBe(before);
  await customer.dispose();
});

/** Has Bank show a thousand lines without a proposal, which the server does not know. */
async function showManyLines(page: Page): Promise<void> {
  const line = (place: number) => ({
    id: `line-${place}`,
    deposit_account_id: "many",
    booked_on: "2026-11-20",
    amount: `${place}.50`,
    currency: "AUD",
    text:
      place % 5 === 0 ? `TRANSFER ${place} FOR ALL THAT WAS ORDERED LAST MONTH `.repeat(3) : `OSKO ${place}`,
    payer: null,
    status: "unmatched",
    proposal: null,
    remarks: [],
    message: null,
    internal_note: null,
    imported_at: "2026-11-22T00:00:00.000Z",
    settled_at: null,
    matched_id: null,
  });
  const lines = Array.from({ length: 1_000 }, (_, index) => line(index + 1));
  await page.route("**/trpc/*bankLines.list*", async (route) => {
    const url = new URL(route.request().url());
    const calls = url.pathname.replace("/trpc/", "").split(",");
    const inputs = JSON.parse(url.searchParams.get("input") ?? "{}") as Record<string, { status?: string }>;
    const response = await route.fetch();
    const results = (await response.json()) as unknown[];
    const listOf = (place: number) => ({
      data: inputs[place]?.status === "unmatched" ? lines : [],
      next_cursor: null,
    });
    await route.fulfill({
      response,
      json: results.map((result, place) =>
        calls[place] === "ops.bankLines.list" ? { result: { data: listOf(place) } } : result,
      ),
    });
  });
}

test("of a thousand lines those in sight are in the page, and the difference is in sight wherever one is", async ({
  page,
}) => {
  await signIn(page, "finance@demo.test", { to: AT_DESK });
  await showManyLines(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/teamaccess/bank?balance=1000.00");
    const bar = page.getByRole("region", { name: "Statement and books" });
    const difference = bar.getByText("Difference").locator("xpath=../dd");
    await expect(difference).toHaveText(/^[+−]?[\d,]+\.\d\d AUD$/);
    // A phone has it behind the bar's button.
    await expect(bar.getByText("1,000 lines, 501,000.00 AUD")).toHaveCount(1);
    const rows = page.getByRole("table", { name: "Bank lines" }).locator("tr[aria-rowindex]");
    for (const part of [0, 0.5, 1]) {
      await page.evaluate((share) => window.scrollTo(0, share * document.body.scrollHeight), part);
      await expect(difference).toBeInViewport({ ratio: 1 });
      // Nothing covers it.
      await difference.click({ trial: true });
      await expect(rows.nth(5)).toBeAttached();
      expect(await rows.count()).toBeLessThan(150);
    }
    if (width === 1440) await expectWellMade(page);
    else expect(await overflowOf(page)).toEqual([]);

    await page.evaluate(() => window.scrollTo(0, 0));
    await page.keyboard.press("End");
    const last = page.locator("tr[data-key=line-1000]");
    await expect(last).toBeFocused();
    // Above the bar, once the rows around it are as high as they are.
    await expect(async () => {
      const [row, figures] = await Promise.all([last.boundingBox(), difference.boundingBox()]);
      expect((row?.y ?? 900) + (row?.height ?? 0)).toBeLessThanOrEqual(figures?.y ?? 0);
      expect(row?.y).toBeGreaterThan(0);
    }).toPass();
    await page.keyboard.press("Home");
    await expect(page.locator("tr[data-key=line-1]")).toBeFocused();
    await expect(page.locator("tr[data-key=line-1]")).toBeInViewport();
  }
});
