import type { Page } from "playwright";
import { Caller } from "../apps/web/e2e/caller.ts";

/** A state of a screen that someone gets to by doing something, apart from how it is when it is opened. */
export interface ScreenState {
  readonly name: string;
  readonly who: "guest" | "customer" | "staff";
  readonly address: string;
  /** Only on phones. */
  readonly narrow?: true;
  /** Gets the page there, and waits until it is. */
  readonly reach: (page: Page) => Promise<void>;
}

const EXCHANGE = "/dashboard/currency-exchange";

/** Opens the row of a desk's list that has a text. */
const openRow = (page: Page, text: string): Promise<void> =>
  page.locator("tr[tabindex]").filter({ hasText: text }).first().click();

/** Imports the statement of the demo's day at the desk. */
async function importStatement(page: Page): Promise<void> {
  const answer = await page.request.get(new URL("/dev/statement.csv", page.url()).href);
  const statement = { name: "statement.csv", mimeType: "text/csv", buffer: await answer.body() };
  await page.locator("input[type=file]").setInputFiles(statement);
  await page.getByText(/^statement\.csv: /).waitFor();
}

async function fillExchange(page: Page): Promise<void> {
  await page.getByLabel("You pay", { exact: true }).fill("0.01234567");
  await page.getByRole("button", { name: "Exchange Now!" }).and(page.locator(":enabled")).waitFor();
}

async function confirm(page: Page): Promise<void> {
  await fillExchange(page);
  await page.getByRole("button", { name: "Exchange Now!" }).click();
  await page.getByRole("button", { name: "Yes" }).waitFor();
}

/** Lets the 45 seconds run out. The clock must have been installed before. */
async function outlast(page: Page): Promise<void> {
  await page.clock.runFor(46_000);
}

async function announceDeposit(page: Page, method: RegExp): Promise<void> {
  await page.getByLabel("Amount", { exact: true }).fill("1,234.50");
  await page.getByRole("radio", { name: method }).check();
  await page.getByRole("button", { name: "Start deposit" }).click();
  await page.getByRole("heading", { level: 1, name: /^Pay / }).waitFor();
}

/** Lets the operator do something with the transaction that a page shows. */
async function letOperator(page: Page, procedure: string, input: object): Promise<void> {
  const reference = await page
    .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    .first()
    .textContent();
  const operator = await Caller.signIn(new URL(page.url()).origin, "operator@demo.test");
  await operator.call(procedure, { reference, ...input });
  await operator.dispose();
}

async function reviewWithdrawal(page: Page): Promise<void> {
  await page.getByLabel("Amount", { exact: true }).fill("250.25");
  await page.getByLabel("Bank account", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Review withdrawal" }).click();
  await page.getByRole("heading", { name: "Review withdrawal" }).waitFor();
}

async function requestWithdrawal(page: Page): Promise<void> {
  await reviewWithdrawal(page);
  await page.getByRole("button", { name: "Withdraw 250.25 AUD" }).click();
  await page.getByRole("heading", { level: 1, name: "Withdrawal of 250.25 AUD" }).waitFor();
}

/** The newest mail of the demo with such a subject. */
const mail = (name: string, subject: RegExp): ScreenState => ({
  name,
  who: "customer",
  address: "/dev/mail",
  async reach(page) {
    await page.getByRole("button", { name: subject }).first().click();
    await page.getByRole("heading", { name: subject }).evaluate((heading) => heading.scrollIntoView());
  },
});

export const SCREEN_STATES: readonly ScreenState[] = [
  {
    name: "buying",
    who: "guest",
    address: "/",
    async reach(page) {
      await page.getByLabel("Currency you pay").selectOption("AUD");
      await page.getByLabel("You pay", { exact: true }).fill("1000");
      await page.getByRole("button", { name: "Exchange Now!" }).and(page.locator(":enabled")).waitFor();
    },
  },
  {
    name: "menu",
    who: "guest",
    address: "/",
    narrow: true,
    reach: (page) => page.locator("header summary").click(),
  },
  {
    name: "wrong",
    who: "guest",
    address: "/register",
    reach: (page) => page.getByRole("button", { name: "Sign up" }).click(),
  },
  {
    name: "wrong",
    who: "guest",
    address: "/support",
    reach: (page) => page.getByRole("button", { name: "Send message" }).click(),
  },
  { name: "held", who: "customer", address: EXCHANGE, reach: fillExchange },
  {
    name: "help",
    who: "customer",
    address: EXCHANGE,
    reach: (page) => page.getByRole("button", { name: "About the fee" }).click(),
  },
  { name: "confirming", who: "customer", address: EXCHANGE, reach: confirm },
  {
    name: "confirming-late",
    who: "customer",
    address: EXCHANGE,
    async reach(page) {
      await confirm(page);
      await outlast(page);
      await page.getByText("This rate has expired.").waitFor();
    },
  },
  {
    name: "expired",
    who: "customer",
    address: EXCHANGE,
    async reach(page) {
      await fillExchange(page);
      await outlast(page);
      await page.getByText("Exchange rate expired!").waitFor();
    },
  },
  {
    name: "error",
    who: "customer",
    address: EXCHANGE,
    async reach(page) {
      await fillExchange(page);
      await outlast(page);
      await page.route("**/trpc/quotes.getRate*", (route) => route.abort());
      await page.getByText("update rate").click();
      await page.getByText("Error issuing exchange rate").waitFor();
    },
  },
  {
    name: "done",
    who: "customer",
    address: EXCHANGE,
    async reach(page) {
      await confirm(page);
      await page.getByRole("button", { name: "Yes" }).click();
      await page.getByRole("status").filter({ hasText: /\S/ }).first().waitFor();
    },
  },
  {
    name: "receipt",
    who: "customer",
    address: "/dashboard/transactions-history?type=exchange",
    async reach(page) {
      await page
        .getByRole("link", { name: /^Receipt/ })
        .first()
        .click();
      await page.getByText(/^Genuine/).waitFor();
    },
  },
  {
    name: "payid",
    who: "customer",
    address: "/dashboard/deposit-money",
    reach: (page) => announceDeposit(page, /PayID/),
  },
  {
    name: "transfer",
    who: "customer",
    address: "/dashboard/deposit-money",
    reach: (page) => announceDeposit(page, /[Tt]ransfer/),
  },
  {
    name: "credited",
    who: "customer",
    address: "/dashboard/deposit-money",
    async reach(page) {
      await announceDeposit(page, /PayID/);
      await letOperator(page, "ops.deposits.confirm", { amount: "1234.50" });
      await page.getByRole("heading", { level: 1, name: "1,234.50 AUD has arrived" }).waitFor();
    },
  },
  {
    name: "checking",
    who: "customer",
    address: "/dashboard/withdraw-money",
    reach: reviewWithdrawal,
  },
  {
    name: "paid",
    who: "customer",
    address: "/dashboard/withdraw-money",
    async reach(page) {
      await requestWithdrawal(page);
      await letOperator(page, "ops.withdrawals.complete", { bank_reference: "ABA 42" });
      await page.getByRole("heading", { name: "250.25 AUD paid" }).waitFor();
    },
  },
  {
    name: "rejected",
    who: "customer",
    address: "/dashboard/withdraw-money",
    async reach(page) {
      await requestWithdrawal(page);
      await letOperator(page, "ops.withdrawals.reject", { message: "The bank does not know the account" });
      await page.getByText("We couldn’t pay it").waitFor();
    },
  },
  {
    name: "statements",
    who: "customer",
    address: "/dashboard/statements",
    reach: (page) =>
      page
        .getByRole("button", { name: /^Download PDF/ })
        .first()
        .waitFor(),
  },
  mail("credited", /has arrived/),
  mail("paid", /We’ve paid your withdrawal/),
  mail("rejected", /We couldn’t pay your withdrawal/),
  {
    name: "none-found",
    who: "customer",
    address: "/dashboard/transactions-history?search=ZZZZ-ZZZZ-ZZZZ",
    reach: (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  },
  {
    name: "made",
    who: "customer",
    address: "/dashboard/api-tokens",
    async reach(page) {
      await page.getByLabel("Name").fill("Price bot");
      await page.getByRole("button", { name: "Create token" }).click();
      await page.getByRole("heading", { name: "Copy your token now" }).waitFor();
    },
  },
  {
    name: "identity",
    who: "staff",
    address: "/teamaccess/identities",
    async reach(page) {
      await openRow(page, "Tess Template");
      await page.getByAltText("Front").waitFor();
    },
  },
  {
    name: "statement",
    who: "staff",
    address: "/teamaccess/bank",
    async reach(page) {
      await importStatement(page);
      await openRow(page, "Rita Reader");
      await page.getByRole("heading", { level: 2, name: "275.00 AUD" }).waitFor();
    },
  },
  {
    name: "row",
    who: "staff",
    address: "/teamaccess/payouts",
    async reach(page) {
      await openRow(page, "Basil Bounce");
      await page.getByRole("region", { name: /^Basil Bounce/ }).waitFor();
    },
  },
  {
    name: "request",
    who: "staff",
    address: "/teamaccess/approvals",
    async reach(page) {
      await openRow(page, "Adjust a balance");
      await page.getByRole("button", { name: "Approve request" }).waitFor();
    },
  },
  {
    name: "letter",
    who: "staff",
    address: "/teamaccess/enquiries",
    async reach(page) {
      await openRow(page, "Pam Pricey");
      await page.getByRole("region", { name: /^Enquiry/ }).waitFor();
    },
  },
  {
    name: "reply",
    who: "staff",
    address: "/teamaccess/enquiries",
    async reach(page) {
      await openRow(page, "Pam Pricey");
      await page.getByRole("button", { name: /^Reply/ }).click();
      await page.getByRole("button", { name: /^Answer about the price/ }).click();
      await page.getByText("You wrote:").waitFor();
    },
  },
  {
    name: "undo",
    who: "staff",
    address: "/teamaccess/enquiries",
    async reach(page) {
      await openRow(page, "Pam Pricey");
      await page.getByRole("button", { name: /^Assign/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
      await page.getByRole("button", { name: /^Undo/ }).waitFor();
    },
  },
  {
    name: "columns",
    who: "staff",
    address: "/teamaccess/deposits",
    async reach(page) {
      await page.getByRole("table", { name: "Deposits" }).waitFor();
      await page.keyboard.press("q");
      await page.getByRole("dialog", { name: "Columns: Deposits" }).waitFor();
    },
  },
  {
    name: "erase",
    who: "staff",
    address: "/teamaccess/customers?q=customer@demo.test",
    async reach(page) {
      await openRow(page, "customer@demo.test");
      await page.getByRole("button", { name: /^Close and erase/ }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  ...(
    [
      ["identities", "recoveries"],
      ["customers", "owed"],
      ["deposits", "cards"],
    ] as const
  ).map(([screen, view]): ScreenState => ({
    name: view,
    who: "staff",
    address: `/teamaccess/${screen}?view=${view}`,
    reach: (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  })),
  {
    name: "customer",
    who: "staff",
    address: "/teamaccess/customers?q=customer@demo.test",
    async reach(page) {
      await openRow(page, "customer@demo.test");
      await page.getByRole("region", { name: "Timeline" }).waitFor();
    },
  },
  {
    name: "price-answer",
    who: "staff",
    address: "/teamaccess/customers?q=pam.pricey@demo.test",
    async reach(page) {
      await openRow(page, "pam.pricey@demo.test");
      await page.getByRole("listitem").filter({ hasText: "Exchange" }).getByRole("link").first().click();
      await page.getByRole("button", { name: /^Answer about the price/ }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "last-hour",
    who: "staff",
    address: "/teamaccess/markets?id=ETH/AUD",
    reach: (page) => page.getByRole("region", { name: "Sell ETH for AUD" }).waitFor(),
  },
  {
    name: "pause",
    who: "staff",
    address: "/teamaccess/switches?what=sign-ups&act=pause",
    async reach(page) {
      await page.getByLabel("Message").fill("Back at noon.");
      await page.getByText("Sign-ups are paused. Back at noon.").waitFor();
    },
  },
  {
    name: "invite",
    who: "staff",
    address: "/teamaccess/team?act=invite",
    reach: (page) => page.getByRole("dialog", { name: "Invite someone" }).waitFor(),
  },
  {
    name: "keys",
    who: "staff",
    address: "/teamaccess/bank",
    async reach(page) {
      await page.getByRole("heading", { level: 1, name: "Bank" }).waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
    },
  },
  {
    name: "position",
    who: "staff",
    address: "/teamaccess/ledger?view=position",
    reach: (page) => page.getByRole("table", { name: "Position" }).waitFor(),
  },
  {
    name: "trade",
    who: "staff",
    address: "/teamaccess/ledger?view=position&coin=BTC&act=trade",
    reach: (page) => page.getByRole("dialog", { name: "Record a trade with a venue" }).waitFor(),
  },
  {
    name: "entry",
    who: "staff",
    address: "/teamaccess/ledger?account=bank:AUD",
    async reach(page) {
      await page.locator("tr[tabindex]").first().click();
      await page.getByRole("heading", { level: 1, name: "Ledger entry" }).waitFor();
    },
  },
  ...["volume", "signups", "trades", "balances"].map((view): ScreenState => ({
    name: view,
    who: "staff",
    address: `/teamaccess/reports?view=${view}`,
    reach: (page) => page.getByRole("heading", { level: 1, name: "Reports" }).waitFor(),
  })),
];
