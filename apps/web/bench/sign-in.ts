import type { Page } from "playwright";
import { DEMO_PASSWORD } from "../../api/src/demo/demo-accounts.ts";

/** Fills in the sign-in page that is open, and sends it. */
export async function fillSignIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

interface SignInOptions {
  /** Address of the product, for a browser that does not know; `http://127.0.0.1:3000`. */
  readonly origin?: string;
  readonly password?: string;
  /** Page that the account is led to. */
  readonly to?: RegExp | ((address: URL) => boolean);
}

/** Signs an account in on the sign-in page, a demo account where no password is given, and waits until it arrived. */
export async function signIn(
  page: Page,
  email: string,
  { origin = "", password = DEMO_PASSWORD, to = /\/dashboard/ }: SignInOptions = {},
): Promise<void> {
  await page.goto(`${origin}/login`);
  await fillSignIn(page, email, password);
  await page.waitForURL(to);
}

/** Signs a demo account in without a page, for journeys that begin elsewhere. */
export async function signInByRequest(page: Page, email: string): Promise<void> {
  const { request } = page.context();
  await request.get("/api/currencies");
  const { cookies } = await request.storageState();
  const answer = await request.post("/trpc/sessions.login", {
    data: { email, password: DEMO_PASSWORD },
    headers: { "X-XSRF-TOKEN": cookies.find(({ name }) => name === "XSRF-TOKEN")?.value ?? "" },
  });
  if (!answer.ok()) throw new Error(`signing ${email} in was answered with ${answer.status()}`);
}

/** For accounts that are led elsewhere than to the dashboard. */
export const anywhereElse = (address: URL): boolean => address.pathname !== "/login";
