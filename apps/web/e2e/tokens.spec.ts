import { expect, request, test } from "@playwright/test";
import { signIn, signInByRequest } from "../bench/sign-in.ts";

const TOKENS = "/dashboard/api-tokens";

/** Answer to a program that has only the token. */
async function statusWith(baseURL: string | undefined, token: string, path: string): Promise<number> {
  const program = await request.newContext({
    ...(baseURL !== undefined && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const status = (await program.get(path)).status();
  await program.dispose();
  return status;
}

test("a token is made, shown once, works for what it may do, and is revoked", async ({ page, baseURL }) => {
  const name = `Price bot ${Date.now()}`;
  await signIn(page, "partner@demo.test");
  await page.getByText("More", { exact: true }).first().click();
  await page.getByRole("link", { name: "API tokens", exact: true }).click();
  await page.getByLabel("Name").fill(name);
  await expect(page.getByRole("checkbox", { name: "Read" })).toBeChecked();
  await page.getByRole("checkbox", { name: "Trade" }).check();
  await page.getByLabel("Expires after").selectOption("30 days");
  await page.getByRole("button", { name: "Create token" }).click();

  await expect(page.getByRole("heading", { name: "Copy your token now" })).toBeFocused();
  const token = (await page.getByText(/^wat_[\w-]{43}$/).textContent()) ?? "";
  expect(await statusWith(baseURL, token, "/api/users/balance")).toBe(200);
  const example = (await page.getByText(/^curl /).textContent()) ?? "";
  const [, tried = "", shown] = /^curl (\S+) \\\n {2}-H "Authorization: Bearer (\S+)"$/.exec(example) ?? [];
  expect(shown).toBe("$API_TOKEN");
  expect(await statusWith(undefined, token, tried)).toBe(200);
  const [guide] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("button", { name: "Open the guide with it" }).click(),
  ]);
  await expect(guide.locator("#getBalance .call.curl")).toContainText(`Bearer ${token}`);
  // It is left in no storage, neither here nor there.
  for (const tab of [page, guide])
    expect(await tab.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(token);
  await guide.close();
  await page.getByRole("button", { name: "I’ve copied it" }).click();
  await expect(page.getByText(token)).toHaveCount(0);

  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("Read, Trade");
  await expect(row).toContainText("Last used");
  await expect(row).toContainText("Expires");
  await expect(page.getByText(token)).toHaveCount(0);

  await row.getByRole("button", { name: `Revoke ${name}` }).click();
  await expect(page.getByRole("button", { name: "Keep token" })).toBeFocused();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await expect(row).toHaveCount(0);
  expect(await statusWith(baseURL, token, "/api/users/balance")).toBe(401);
});

test("the requests of a token are listed, in a narrow window too", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signInByRequest(page, "partner@demo.test");
  await page.goto(TOKENS);
  await page.getByLabel("Name").fill("Request log");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.getByText(/^wat_[\w-]{43}$/).textContent()) ?? "";
  await page.getByRole("button", { name: "I’ve copied it" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Request log" }).first();
  await row.getByRole("button", { name: "Requests of Request log" }).click();
  await expect(row).toContainText("No requests yet");
  for (let n = 0; n < 21; n += 1) {
    const path = n === 0 ? "/api/users/transactions/none" : "/api/users/balance";
    expect(await statusWith(baseURL, token, path)).toBe(n === 0 ? 404 : 200);
  }
  await expect(async () => {
    await row.getByRole("button", { name: "Refresh" }).click();
    await expect(row.getByRole("button", { name: "Older" })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(row.getByRole("listitem")).toHaveCount(20);
  await expect(row.getByRole("listitem").first()).toContainText(/GET \/api\/users\/balance.*ms.*200/s);
  await row.getByRole("button", { name: "Older" }).click();
  await expect(row.getByRole("listitem")).toHaveText(/GET \/api\/users\/transactions\/none.*404/s);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await row.getByRole("button", { name: "Newer" }).click();
  await expect(row.getByRole("listitem")).toHaveCount(20);
  await row.getByRole("button", { name: "Revoke Request log" }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
});

test("what is missing or wrong is said at its field", async ({ page }) => {
  await signInByRequest(page, "partner@demo.test");
  await page.goto(TOKENS);
  await page.getByRole("checkbox", { name: "Read" }).uncheck();
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Name is a required field")).toBeVisible();
  await expect(page.getByText("Choose what the token can do")).toBeVisible();
  await page.getByRole("checkbox", { name: "Read" }).check();
  await page.getByLabel("Name").fill("Bot");
  await page.getByLabel("Allowed IP addresses").fill("203.0.113.7, 203.0.113.0/99");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByLabel("Allowed IP addresses")).toHaveAttribute("aria-invalid", "true");

  await page.getByLabel("Allowed IP addresses").fill("");
  await page.getByRole("checkbox", { name: "Withdraw" }).check();
  await page.getByLabel("Expires after").selectOption("No expiry");
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByLabel("Expires after")).toHaveAccessibleDescription(/Choose an expiry or allow/);
  await page.getByLabel("Expires after").selectOption("30 days");
  await expect(page.getByText("Choose an expiry or allow IP addresses")).toHaveCount(0);
});
