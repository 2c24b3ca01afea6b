import { expect, test, type Page } from "@playwright/test";
import { fillSignIn, signIn, signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";

const DEPOSIT = "/dashboard/deposit-money";
const WITHDRAW = "/dashboard/withdraw-money";
const BANK = "/dashboard/bank-account";
const HISTORY = "/dashboard/transactions-history";

/** Signs the customer in, and gives both sides as they see it without a browser. */
async function bothSides(page: Page, baseURL: string | undefined) {
  await signInByRequest(page, "customer@demo.test");
  return {
    operator: await Caller.signIn(baseURL, "operator@demo.test"),
    customer: await Caller.signIn(baseURL, "customer@demo.test"),
  };
}

const referenceOn = async (page: Page): Promise<string> => {
  const reference = page.getByText(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/).first();
  await expect(reference).toBeVisible();
  return (await reference.textContent()) ?? "";
};

async function announce(page: Page, amount: string, method: string): Promise<string> {
  await page.goto(DEPOSIT);
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByRole("radio", { name: new RegExp(method) }).check();
  await page.getByRole("button", { name: "Start deposit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Pay / })).toBeVisible();
  return referenceOn(page);
}

test("@postgres a deposit by PayID: instructions to copy, the operator confirms, the page shows it by itself", async ({
  page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { operator, customer } = await bothSides(page, baseURL);
  const before = await customer.balance("AUD");

  const reference = await announce(page, "1,234.50", "PayID");
  await expect(page).toHaveURL(/\/deposit-money\/pay-payment-instruction\?id=/);
  await expect(page).toHaveTitle(/^PayID Page — /);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pay 1,234.50 AUD by PayID");
  await expect(page.getByText("pay@demo.test")).toBeVisible();
  await expect(page.getByText("Add this reference so we can match")).toBeVisible();
  await expect(page.getByRole("img", { name: "These details as a QR code" })).toBeVisible();
  await page.getByRole("button", { name: "Copy Reference" }).click();
  await expect(page.getByRole("button", { name: "Copied Reference" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  await expect(page.getByText("Awaiting payment")).toBeVisible();

  // On a phone what waits for a payment comes before the form for the next one.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/dashboard/deposit-money");
  const waiting = page.getByRole("region", { name: "Waiting for your payment" });
  await expect(waiting).toBeVisible();
  const [list, form] = [
    await waiting.boundingBox(),
    await page.getByLabel("Amount", { exact: true }).boundingBox(),
  ];
  expect(list?.y).toBeLessThan(form?.y ?? 0);
  await waiting.getByRole("link", { name: reference }).click();
  await page.setViewportSize({ width: 1280, height: 720 });

  await operator.call("ops.deposits.confirm", { reference: reference.toLowerCase(), amount: "1200.00" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("1,200.00 AUD has arrived", {
    timeout: 20_000,
  });
  await expect(page.getByText(/You planned to send 1,234\.50 AUD/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "In your balance" })).toBeVisible();
  expect((await customer.balance("AUD")) - before).toBe(120_000n);
  await Promise.all([operator.dispose(), customer.dispose()]);
});

test("the amount of the home page is kept through the sign-in and the deposit, and then bought", async ({
  page,
  baseURL,
}) => {
  const operator = await Caller.signIn(baseURL, "operator@demo.test");
  await page.goto("/");
  await page.getByLabel("Currency you pay").selectOption("AUD");
  await page.getByLabel("You pay", { exact: true }).fill("$1,500.00");
  await page.getByRole("button", { name: "Exchange Now!" }).click();
  await page.waitForURL("**/login");
  await expect(page.getByText(/^Your order: 1,500\.00 AUD/)).toBeVisible();
  await page.getByRole("link", { name: "Sign up" }).first().click();
  await page.waitForURL("**/register");
  await expect(page.getByText(/^Your order: 1,500\.00 AUD/)).toBeVisible();
  await page.goBack();
  await fillSignIn(page, "partner@demo.test");
  await page.waitForURL("**/dashboard/deposit-money");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("1,500.00");
  await page.goto("/dashboard/currency-exchange");
  await expect(page.getByText("Your current balance is empty. Please, make a deposit")).toBeVisible();
  await expect(page.getByText("You need 1,500.00 AUD more.")).toBeVisible();

  await page.goto("/dashboard/personal-information");
  await expect(page.getByText("Nothing in your account yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Add bank account" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Get started" }).getByRole("listitem")).toHaveCount(3);
  await page.goto("/dashboard/currency-exchange");

  for (const name of ["Please, make a deposit", "Deposit 1,500.00 AUD"]) {
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Deposit money" })).toBeVisible();
    await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("1,500.00");
    await expect(page.getByText(/^Your order: 1,500\.00 AUD/)).toContainText("You need 1,500.00 AUD more.");
    if (name.startsWith("Please")) await page.goBack();
  }
  await page.getByRole("button", { name: "Start deposit" }).click();
  const reference = await referenceOn(page);
  await operator.call("ops.deposits.confirm", { reference, amount: "1500.00" });

  await page.getByRole("link", { name: "Buy crypto" }).click();
  await expect(page).toHaveURL(/\/dashboard\/currency-exchange$/);
  await expect(page.getByLabel("Currency you pay")).toHaveValue("AUD");
  await expect(page.getByLabel("Currency you get")).toHaveValue("BTC");
  await expect(page.getByLabel("You pay", { exact: true })).toHaveValue("1,500.00");
  await page.getByRole("button", { name: "Exchange Now!" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText(/^Success exchange/)).toBeVisible();
  await operator.dispose();
});

test("a link to the exchange says what to buy with how much; what it cannot mean leaves no trace", async ({
  page,
}) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/currency-exchange?from=AUD&to=NGN&amount=1e5");
  await expect(page.getByLabel("Currency you pay")).toHaveValue("BTC");
  await expect(page.getByLabel("Currency you get")).toHaveValue("AUD");
  await expect(page.getByLabel("You pay", { exact: true })).toHaveValue("");
  await page.goto("/dashboard/currency-exchange?from=AUD&to=ETH&amount=250.5");
  await expect(page.getByLabel("Currency you pay")).toHaveValue("AUD");
  await expect(page.getByLabel("Currency you get")).toHaveValue("ETH");
  await expect(page.getByLabel("You pay", { exact: true })).toHaveValue("250.50");
});

test("a deposit by bank transfer is announced once although the answer is lost, and cancelled", async ({
  page,
}) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto(DEPOSIT);
  await page.getByLabel("Amount", { exact: true }).fill("77.70");
  await page.getByRole("radio", { name: /^Bank transfer/ }).check();
  let lost = 0;
  await page.route("**/trpc/deposits.announce*", async (route) => {
    if (lost > 0) return route.fallback();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  const button = page.getByRole("button", { name: "Start deposit" });
  await button.click();
  await expect(page.getByRole("alert")).toContainText("No connection");
  await button.click();
  await expect(page).toHaveURL(/\/deposit-money\/payment\?id=/);
  await expect(page.getByText("000-000")).toBeVisible();

  await page.goto(DEPOSIT);
  const open = page.getByRole("link", { name: /^77\.70 AUD/ });
  await expect(open).toHaveCount(1);
  await open.click();
  await page.getByRole("button", { name: "Cancel deposit" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this deposit?" });
  await expect(dialog.getByRole("button", { name: "Keep deposit" })).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel deposit" }).click();
  await expect(page.getByText("You cancelled this deposit")).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel deposit" })).toBeHidden();
});

test("a wrong amount is shown at its field and announces nothing", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto(DEPOSIT);
  const amount = page.getByLabel("Amount", { exact: true });
  const button = page.getByRole("button", { name: "Start deposit" });
  for (const [typed, message] of [
    ["", "Enter amount"],
    ["0", "Enter an amount above zero"],
    ["0.50", "Minimum: 1.00 AUD"],
    ["1000000.01", "Maximum: 1,000,000.00 AUD"],
    ["5.123", "Too many decimals for this currency"],
  ] as const) {
    await amount.fill(typed);
    await button.click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(amount).toBeFocused();
  }
  await expect(page).toHaveURL(DEPOSIT);
});

test("@postgres a withdrawal: answers checked, set aside at once, paid out by the operator", async ({
  page,
  baseURL,
}) => {
  const { operator, customer } = await bothSides(page, baseURL);
  await page.goto(WITHDRAW);
  const before = await customer.balance("AUD");
  const amount = page.getByLabel("Amount", { exact: true });
  await amount.fill("9999999");
  await page.getByLabel("Bank account", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Review withdrawal" }).click();
  await expect(page.getByText(/^Maximum: [\d,]+\.\d\d AUD$/)).toBeVisible();
  await amount.fill("250.25");
  await page.getByRole("button", { name: "Review withdrawal" }).click();

  await expect(page.getByRole("heading", { name: "Review withdrawal" })).toBeFocused();
  await expect(page.getByText("BSB 000-111, account 87654321")).toBeVisible();
  expect(await customer.balance("AUD")).toBe(before);
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(amount).toHaveValue("250.25");
  await page.getByRole("button", { name: "Review withdrawal" }).click();
  await page.getByRole("button", { name: "Withdraw 250.25 AUD" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Withdrawal of 250.25 AUD");
  expect(before - (await customer.balance("AUD"))).toBe(25_025n);
  const reference = await referenceOn(page);
  await operator.call("ops.withdrawals.complete", { reference, bank_reference: "ABA 42" });
  await expect(page.getByText("We paid it to your bank account")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("ABA 42").first()).toBeVisible();
  await Promise.all([operator.dispose(), customer.dispose()]);
});

test("a withdrawal that the operator rejects says why, and the money is back", async ({ page, baseURL }) => {
  const { operator, customer } = await bothSides(page, baseURL);
  await page.goto(WITHDRAW);
  await page.getByLabel("Amount", { exact: true }).fill("31.07");
  await page.getByLabel("Bank account", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Review withdrawal" }).click();
  const before = await customer.balance("AUD");
  await page.getByRole("button", { name: "Withdraw 31.07 AUD" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Withdrawal of 31.07 AUD");
  const reference = await referenceOn(page);
  await operator.call("ops.withdrawals.reject", { reference, message: "The bank does not know the account" });
  await expect(page.getByText("We couldn’t pay it")).toBeVisible();
  await expect(page.getByText("Reason: The bank does not know the account.", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Check your bank account" })).toBeVisible();
  await expect(page.getByText("The money is back in your balance")).toBeVisible();
  await expect(page.getByRole("heading", { name: "31.07 AUD is back in your balance" })).toBeVisible();
  await expect(page.getByText("You receive")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cancel withdrawal" })).toBeHidden();
  expect(await customer.balance("AUD")).toBe(before);
  await Promise.all([operator.dispose(), customer.dispose()]);
});

test("a deposit that is sent back says why; one that comes late is credited all the same", async ({
  page,
  baseURL,
}) => {
  const { operator, customer } = await bothSides(page, baseURL);
  const before = await customer.balance("AUD");
  const returned = await announce(page, "41.00", "Bank transfer");
  await operator.call("ops.deposits.return", { reference: returned, message: "From someone else's account" });
  await expect(page.getByText("Your payment is going back to the account it came from")).toBeVisible();
  await expect(page.getByText(/: From someone else's account$/)).toBeVisible();
  expect(await customer.balance("AUD")).toBe(before);

  const late = await announce(page, "42.00", "Bank transfer");
  await operator.call("ops.deposits.expire", { reference: late });
  await expect(page.getByText("No payment arrived in time")).toBeVisible();
  await operator.call("ops.deposits.confirm", { reference: late, amount: "42.00" });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("42.00 AUD has arrived");
  expect((await customer.balance("AUD")) - before).toBe(4_200n);
  await Promise.all([operator.dispose(), customer.dispose()]);
});

test("Max takes the whole balance, and a withdrawal is cancelled", async ({ page, baseURL }) => {
  await signIn(page, "customer@demo.test");
  const customer = await Caller.signIn(baseURL, "customer@demo.test");
  await page.goto(WITHDRAW);
  await page.getByRole("button", { name: "Max" }).click();
  const text = await page.getByLabel("Amount", { exact: true }).inputValue();
  expect(BigInt(text.replaceAll(/[.,]/g, ""))).toBe(await customer.balance("AUD"));
  await page.getByLabel("Amount", { exact: true }).fill("12.00");
  await page.getByLabel("Bank account", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Review withdrawal" }).click();
  await page.getByRole("button", { name: "Withdraw 12.00 AUD" }).click();
  await page.getByRole("button", { name: "Cancel withdrawal" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel withdrawal" }).click();
  await expect(page.getByText("The money is back in your balance")).toBeVisible();
  await customer.dispose();
});

test("bank accounts: added with its rules at the fields, on hold, changed", async ({ page }) => {
  // Withdraws in no other journey: a new bank account from a new browser holds withdrawals.
  await signInByRequest(page, "pia.paid@demo.test");
  await page.goto(BANK);
  await page.getByRole("button", { name: "Add a bank account" }).click();
  await expect(page.getByRole("heading", { name: "Add a bank account" })).toBeFocused();
  await page.getByLabel("Account name").fill("Pia Paid");
  await page.getByRole("button", { name: "Add bank account" }).click();
  await expect(page.getByText("Bank name is a required field")).toBeVisible();
  await expect(page.getByText("BSB is a required field")).toBeVisible();
  await page.getByLabel("Bank name").fill("Example Savings Bank");
  await page.getByLabel("BSB", { exact: true }).fill("000 777");
  await page.getByLabel("Account number").fill("12");
  await expect(page.getByLabel("BSB", { exact: true })).toHaveValue("000-777");
  await page.getByRole("button", { name: "Add bank account" }).click();
  await expect(page.getByText("Enter 4 to 9 digits")).toBeVisible();
  await page.getByLabel("Account number").fill("1234 5678");
  await page.getByRole("button", { name: "Add bank account" }).click();
  const account = page.getByRole("listitem").filter({ hasText: "BSB 000-777, account 12345678" });
  await expect(account).toContainText(/On hold until \d+ \w+ \d{4}, \d+:\d\d\s[ap]m/);

  await page.goto(WITHDRAW);
  const choice = page.getByLabel("Bank account", { exact: true });
  const held = choice.locator("option", { hasText: "Example Savings Bank" }).first();
  await choice.selectOption((await held.getAttribute("value")) ?? "");
  await expect(page.getByText(/^You can withdraw to this account from \d+ \w+ \d{4}, /)).toBeVisible();
  await page.getByLabel("Amount", { exact: true }).fill("5");
  await expect(page.getByRole("button", { name: "Review withdrawal" })).toBeDisabled();
  await page.getByRole("button", { name: "Email me then" }).click();
  await expect(page.getByText("We’ll email you then.")).toBeVisible();
  await page.reload();
  await choice.selectOption((await held.getAttribute("value")) ?? "");
  await expect(page.getByText("We’ll email you then.")).toBeVisible();

  await page.goto(BANK);
  await account.getByRole("button", { name: /^Edit/ }).click();
  await page.getByLabel("Account number").fill("11112222");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("BSB 000-777, account 11112222").first()).toBeVisible();
});

test("a Nigerian customer: naira bank details, a bank from the list, a number with its check digit", async ({
  page,
}) => {
  await signInByRequest(page, "nigeria@demo.test");
  await announce(page, "150000", "Bank transfer");
  await expect(page.getByText("Example Bank of Nigeria")).toBeVisible();
  await expect(page.getByText("0000000000")).toBeVisible();

  await page.goto(`${BANK}?edit=new`);
  await expect(page.getByLabel("Currency")).toHaveValue("NGN");
  await page.getByLabel("Account name").fill("Naira Customer");
  await page.getByLabel("Bank", { exact: true }).selectOption("011");
  await page.getByLabel("Account number").fill("0000014578");
  await page.getByRole("button", { name: "Add bank account" }).click();
  await expect(page.getByText("Not a valid number for this bank")).toBeVisible();
  await page.getByLabel("Account number").fill("0000014579");
  await page.getByRole("button", { name: "Add bank account" }).click();
  await expect(page.getByText("First Bank of Nigeria", { exact: true }).first()).toBeVisible();
});

test("the history: a reference typed anyhow, filters in the address bar, the CSV file", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  const reference = await announce(page, "66.60", "Post Billpay");
  await page.goto(HISTORY);
  const rows = page.getByRole("table").locator("tbody tr[data-key]");
  await page.getByLabel("Search").fill(reference.toLowerCase().replaceAll("-", " "));
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await page.getByLabel("Search").fill("66.6");
  await expect(rows.first()).toContainText("66.60 AUD");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page).toHaveURL(HISTORY);

  await page.getByLabel("Type").selectOption("deposit");
  await page.getByLabel("Status").selectOption("awaiting_payment");
  await expect(page).toHaveURL(/type=deposit&status=awaiting_payment/);
  await expect(rows.filter({ hasText: reference })).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel("Status")).toHaveValue("awaiting_payment");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("transactions.csv");
  await page.getByRole("link", { name: reference, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pay 66.60 AUD by Post Billpay");
});

test("addresses below deposit-money that begin with null lead to it; an unknown deposit is named as such", async ({
  page,
}) => {
  await signInByRequest(page, "customer@demo.test");
  for (const lost of ["null", "null-payment", "null/x"]) {
    await page.goto(`${DEPOSIT}/${lost}`);
    await expect(page).toHaveURL(DEPOSIT);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deposit money");
  }
  await page.goto(`${DEPOSIT}/payment?id=nothing`);
  await expect(page.getByText("We couldn’t find this deposit")).toBeVisible();
  await page.goto(`${DEPOSIT}/payment`);
  await expect(page.getByText("Every payment needs a reference")).toBeVisible();
});

test("without the permissions both pages lead to the dashboard and say why", async ({ page, baseURL }) => {
  const operator = await Caller.signIn(baseURL, "operator@demo.test");
  const customers = "ops.customers.setPermissions";
  await signIn(page, "partner@demo.test");
  const session = (await page.evaluate(() => localStorage.getItem("userSnapshot"))) ?? "{}";
  const { user } = JSON.parse(session) as { user: { id: string } };
  await operator.call(customers, { id: user.id, permissions: [] });
  try {
    for (const [path, words] of [
      [DEPOSIT, "Your account can't deposit"],
      [`${DEPOSIT}/payment`, "Your account can't deposit"],
      [WITHDRAW, "Your account can't withdraw"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("alert")).toContainText(words);
      await expect(page).not.toHaveURL(path);
    }
  } finally {
    await operator.call(customers, { id: user.id, permissions: ["deposit-money", "withdraw-money"] });
    await operator.dispose();
  }
});
