import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { signIn, signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";

const CUSTOMER = "customer@demo.test";
const PARTNER = "partner@demo.test";
const DEPOSIT = "/dashboard/deposit-money";

interface Deposits {
  readonly data: readonly { readonly credit: string }[];
}

/** Someone's open deposits, as a program sees them. */
async function openDeposits(baseURL: string | undefined, email: string): Promise<string> {
  const caller = await Caller.signIn(baseURL, email);
  const history = await caller.ask<Deposits>("history.list?input=%7B%7D");
  await caller.dispose();
  return JSON.stringify(history.data.map(({ credit }) => credit));
}

/** Fills the form of a deposit in a first tab. */
async function beginDeposit(page: Page): Promise<void> {
  await signIn(page, CUSTOMER);
  await page.goto(DEPOSIT);
  await page.getByLabel("Amount", { exact: true }).fill("123.45");
  await expect(page.getByRole("button", { name: "Start deposit" })).toBeEnabled();
}

/** Logs out in a second tab, and in as someone else. */
async function logInAsPartner(context: BrowserContext): Promise<void> {
  const other = await context.newPage();
  await other.goto("/dashboard");
  await other.getByRole("button", { name: "Log out" }).first().click();
  await expect(other).toHaveURL(/\/login$/);
  await signIn(other, PARTNER);
}

test("what a tab shows of one customer is not done for another who logged in at a second tab", async ({
  page,
  context,
  baseURL,
}) => {
  // The first tab hears nothing of the others.
  await page.addInitScript(() => Reflect.deleteProperty(window, "BroadcastChannel"));
  await beginDeposit(page);
  const before = await openDeposits(baseURL, PARTNER);
  // Nor does it ask the server by itself: its reads wait until the press was refused.
  const pressed = Promise.withResolvers<void>();
  await page.route("**/trpc/**", async (route) => {
    if (route.request().method() === "GET") await pressed.promise;
    await route.continue();
  });
  await logInAsPartner(context);

  const refused = page.waitForResponse((response) => response.status() === 409);
  await page.getByRole("button", { name: "Start deposit" }).click();
  await refused;
  pressed.resolve();
  await expect(page.getByText(/now logged in as Referring Partner/)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(DEPOSIT);
  await expect(page.getByText("Wattle Customer")).toHaveCount(0);
  expect(await openDeposits(baseURL, PARTNER)).toBe(before);
  // It is the partner's page from here on.
  await page.getByLabel("Amount", { exact: true }).fill("67.89");
  await page.getByRole("button", { name: "Start deposit" }).click();
  await expect(page).toHaveURL(/deposit-money\/pay/);
});

test("a tab leaves as soon as another logs out, and follows the next login", async ({ page, context }) => {
  await beginDeposit(page);
  await logInAsPartner(context);
  // Logged out, it went to the sign-in page; the login leads it on.
  await expect(page.getByText("Wattle Customer")).toHaveCount(0);
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("");
});

test("a tab of the same customer goes on after a new login, with what was typed", async ({
  page,
  context,
}) => {
  await beginDeposit(page);
  const other = await context.newPage();
  await signInByRequest(other, CUSTOMER);
  await other.goto("/dashboard/personal-information");
  await expect(other.getByText("Wattle Customer").first()).toBeVisible();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("123.45");
  await page.getByRole("button", { name: "Start deposit" }).click();
  await expect(page).toHaveURL(/deposit-money\/pay/);
});

test("a call that is refused with 401 ends a session that lives, and the sign-in page stays", async ({
  page,
}) => {
  await signIn(page, CUSTOMER);
  let refused = 0;
  await page.route("**/trpc/*deposits.systemBankAccounts*", async (route) => {
    refused++;
    const error = { message: "This user is unauthorized.", code: -32001 };
    const data = { httpStatus: 401, code: "unauthenticated", message: error.message };
    const calls = new URL(route.request().url()).pathname.split(",").length;
    await route.fulfill({ status: 401, json: Array(calls).fill({ error: { ...error, data } }) });
  });
  let loads = 0;
  page.on("load", () => loads++);
  await page.goto(DEPOSIT);
  await expect(page).toHaveURL(/\/teamaccess\/login$/);
  await expect(page.getByRole("button", { name: "Log in", exact: true })).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("session");
  expect(refused).toBe(1);
  expect(loads).toBeLessThanOrEqual(2);
});

test("an address in other letters or with an empty part is the not-found page, as the server has sent it", async ({
  page,
  baseURL,
}) => {
  const wrong: string[] = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  for (const address of ["/About-Us", "//about-us", "/about-us//", "/dashboard//deposit-money", "/%ff"]) {
    const answer = await page.goto(`${baseURL}${address}`);
    expect(answer?.status(), address).toBe(404);
    // React has taken the page over once a link of it is followed without a load.
    await page.waitForFunction(() => performance.getEntriesByName("ready").length > 0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    expect(new URL(page.url()).pathname, address).toBe(address);
  }
  await page.getByRole("link", { name: "Contact support" }).first().click();
  await expect(page).toHaveURL(/\/support$/);
  expect(wrong.filter((text) => !text.includes("404"))).toEqual([]);
});
