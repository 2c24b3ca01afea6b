import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, request, test, type Browser, type Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../api/src/demo/demo-accounts.ts";
import { fillSignIn, signIn, signInByRequest } from "../bench/sign-in.ts";
import { faultsInBothSchemes, overflowOf, settle } from "./page-state.ts";

const VERIFIER = "journey-".padEnd(43, "x");
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

/** A developer's program on this computer, to which customers are sent back. */
async function startApp() {
  const visits: URL[] = [];
  const referrers: (string | undefined)[] = [];
  const server = createServer((asked, answer) => {
    const url = new URL(asked.url ?? "/", "http://127.0.0.1");
    if (url.pathname === "/back") {
      visits.push(url);
      referrers.push(asked.headers.referer);
    }
    answer.setHeader("content-type", "text/html").end("<h1>Back at the app</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const redirect = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back`;
  return { redirect, visits, referrers, stop: () => server.close() };
}

type App = Awaited<ReturnType<typeof startApp>>;

/** A developer registers the app on the screen of tokens. @returns its identifier */
async function register(browser: Browser, app: App, name: string): Promise<string> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, "partner@demo.test");
  await page.goto("/dashboard/api-tokens");
  await page.getByRole("button", { name: "Register an app" }).click();
  await page.getByRole("button", { name: "Register app" }).click();
  await expect(page.getByText("Name is a required field")).toBeVisible();
  await page.getByLabel("Name of the app").fill(name);
  await page.getByLabel("Redirect addresses").fill("http://shop.example/back");
  await page.getByRole("button", { name: "Register app" }).click();
  await expect(page.getByLabel("Redirect addresses")).toHaveAccessibleDescription(/Use https, or http on/);
  await page.getByLabel("Redirect addresses").fill(app.redirect);
  await page.getByRole("button", { name: "Register app" }).click();
  const row = page.getByRole("list", { name: "Your apps" }).getByRole("listitem").filter({ hasText: name });
  const id = (await row.getByText(/^[0-9a-f-]{36}$/).textContent()) ?? "";
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await context.close();
  return id;
}

const addressOf = (id: string, redirect: string): string =>
  `/authorize?${new URLSearchParams({
    response_type: "code",
    client_id: id,
    redirect_uri: redirect,
    scope: "read trade",
    // A number for the router, and a text for the app.
    state: "1e5",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
  }).toString()}`;

async function exchange(baseURL: string | undefined, form: Record<string, string>) {
  const program = await request.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const answer = await program.post("/api/authorize/token", { form });
  const body = (await answer.json()) as { access_token?: string; error?: string };
  await program.dispose();
  return body;
}

async function statusWith(baseURL: string | undefined, token = ""): Promise<number> {
  const program = await request.newContext({
    ...(baseURL !== undefined && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const status = (await program.get("/api/users/balance")).status();
  await program.dispose();
  return status;
}

/** The server wants a confirmation for the next call, as it does five minutes after a login. */
async function wantConfirmation(page: Page): Promise<void> {
  const refusal = {
    code: "confirmation_required",
    message: "Confirm it's you to continue.",
    request_id: "x",
  };
  await page.route(
    "**/trpc/apps.allow*",
    (route) =>
      route.fulfill({
        status: 403,
        json: { error: { message: refusal.message, code: -32_003, data: { httpStatus: 403, ...refusal } } },
      }),
    { times: 1 },
  );
}

test("a guest is sent to log in, allows an app by keyboard, and revokes it in one press", async ({
  page,
  browser,
  baseURL,
}) => {
  const app = await startApp();
  const name = `Ledgerly ${Date.now()}`;
  const id = await register(browser, app, name);

  await page.goto(addressOf(id, app.redirect));
  await page.waitForURL(/\/login/);
  await fillSignIn(page, "customer@demo.test");
  await expect(page.getByRole("heading", { level: 1, name: `Allow ${name}?` })).toBeVisible();
  await expect(page.getByText("Made by Referring Partner")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Exchange currencies" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Withdraw, or change" })).toBeVisible();
  await settle(page);
  expect(await faultsInBothSchemes(page, [1440, 320])).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await overflowOf(page)).toEqual([]);

  await page.getByLabel("Expires after").selectOption("7 days");
  await page.getByLabel("Expires after").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Decline" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Allow" })).toBeFocused();
  await wantConfirmation(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter your password to allow this app.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Back at the app" })).toBeVisible();

  expect(app.visits).toHaveLength(1);
  const back = app.visits[0]?.searchParams ?? new URLSearchParams();
  expect([back.get("state"), back.get("error"), app.referrers]).toEqual(["1e5", null, [undefined]]);
  const form = {
    grant_type: "authorization_code",
    client_id: id,
    redirect_uri: app.redirect,
    code: back.get("code") ?? "",
    code_verifier: VERIFIER,
  };
  expect((await exchange(baseURL, { ...form, code_verifier: "y".repeat(43) })).error).toBe("invalid_grant");
  const { access_token: token } = await exchange(baseURL, form);
  expect(await statusWith(baseURL, token)).toBe(200);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/dashboard/api-tokens");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("App you allowed · Read, Trade");
  await row.getByRole("button", { name: `Revoke ${name}` }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(row).toHaveCount(0);
  expect(await statusWith(baseURL, token)).toBe(401);
  app.stop();
});

test("declining is said to the app, and an address that is not registered leads nowhere", async ({
  page,
  browser,
}) => {
  const app = await startApp();
  const name = `Payly ${Date.now()}`;
  const id = await register(browser, app, name);
  await signInByRequest(page, "customer@demo.test");

  const elsewhere = addressOf(id, app.redirect.replace("/back", "/back/elsewhere"));
  const answer = await page.goto(elsewhere);
  const headers = answer?.headers() ?? {};
  expect([headers["x-frame-options"], headers["referrer-policy"], headers["cache-control"]]).toEqual([
    "DENY",
    "no-referrer",
    "no-store",
  ]);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  await expect(page.getByRole("heading", { level: 1, name: "We stopped this request" })).toBeVisible();
  await expect(page.getByText("address that its developer didn’t register")).toBeVisible();
  expect(app.visits).toEqual([]);

  await page.goto(addressOf(id, app.redirect));
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByRole("heading", { name: "Back at the app" })).toBeVisible();
  await page.goto(addressOf(id, app.redirect).replace("S256", "plain"));
  await expect(page.getByText("The app’s request isn’t valid.")).toBeVisible();
  expect(app.visits).toHaveLength(1);
  await page.getByRole("button", { name: "Go back to 127.0.0.1" }).click();
  await expect(page.getByRole("heading", { name: "Back at the app" })).toBeVisible();
  const said = app.visits.map(({ searchParams }) => [searchParams.get("error"), searchParams.get("state")]);
  expect(said).toEqual([
    ["access_denied", "1e5"],
    ["invalid_request", "1e5"],
  ]);
  app.stop();
});
