import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Browser, type Page } from "@playwright/test";
import { Caller } from "./caller.ts";
import { mailedLink } from "./mails.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";
import { openToday } from "./today.ts";

const PASSWORD = "Correct-Horse7";

/** Nothing sticks out sideways, and nothing is wrong with it in either colour scheme, on a desk and on a small phone. */
async function expectWellMade(page: Page): Promise<void> {
  expect(await faultsInBothSchemes(page, [320, 1440])).toEqual([]);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await overflowOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The firm's own program; what it answers can be changed. */
async function startProgram() {
  const received: IncomingHttpHeaders[] = [];
  const program = { url: "", status: 500, received, stop: (): void => undefined };
  const server = createServer((request, response) => {
    received.push(request.headers);
    request.resume();
    response.writeHead(program.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  program.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  program.stop = () => server.close();
  return program;
}

/** A second admin joins by invitation. @returns a page of theirs, at the desk */
async function secondAdmin(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const admin = await Caller.signIn(baseURL, "operator@demo.test");
  const email = `admin-${process.pid}-${Date.now()}@mail.example`;
  await admin.call("ops.staff.invite", { email, roles: ["admin"] });
  await admin.dispose();
  const page = await (await browser.newContext()).newPage();
  await page.goto(await mailedLink(page, email, "You’re invited to Wattle’s back office"));
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Second");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password confirmation").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/teamaccess$/);
  return page;
}

async function openWebhooks(page: Page): Promise<void> {
  await page.keyboard.press("g");
  await page.keyboard.press("y");
  await expect(page.getByRole("heading", { level: 1, name: "System" })).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("button", { name: /^Add a webhook/ })).toBeVisible();
}

/** Confirms an act once its drawer says what changes: before that nothing is confirmed. */
async function confirm(page: Page): Promise<void> {
  await expect(page.getByRole("dialog").getByRole("definition").first()).toBeVisible();
  await page.keyboard.press("Control+Enter");
}

test("a webhook of the firm by keyboard: two add it, its secret shows once, it is tried, paused and sent to again", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const program = await startProgram();
  const second = await secondAdmin(browser, baseURL);
  await openToday(page, "operator@demo.test");
  await openWebhooks(page);
  await expect(page.getByText("No webhooks")).toBeVisible();
  await expectWellMade(page);

  await page.keyboard.press("a");
  const adding = page.getByRole("dialog", { name: "Add a webhook" });
  await expect(adding.getByLabel("Address")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(adding.getByText("Address is a required field")).toBeVisible();
  await page.keyboard.type("ftp://ops.example/hook");
  await adding.getByRole("checkbox", { name: "All events" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+Enter");
  await expect(adding.getByLabel("Address")).toHaveAccessibleDescription(/Use an address like/);
  await adding.getByLabel("Address").fill(program.url);
  await expect(adding.getByText("needs two people").first()).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("Control+Enter");
  await expect(adding.getByText("Waiting for a second person")).toBeVisible();
  await adding.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(page.getByText("No webhooks")).toBeVisible();

  await second.keyboard.press("g");
  await second.keyboard.press("a");
  await second.getByText("Add a webhook of the firm").first().click();
  const request = second.getByRole("dialog");
  await expect(request.getByText(program.url).first()).toBeVisible();
  await request.getByRole("button", { name: "Approve request" }).click();
  await expect(request.getByText("Approved and done.")).toBeVisible();

  // The colleague's yes shows without a reload.
  const row = page.getByRole("table", { name: "Webhooks of the firm" }).locator("tbody tr");
  await expect(row).toContainText(program.url);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nothing sent yet")).toBeVisible();
  await expectWellMade(page);

  await page.keyboard.press("c");
  const renewing = page.getByRole("dialog", { name: "New secret" });
  await expect(renewing.getByText("shown only once")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Copy the secret now" })).toBeFocused();
  const secret = page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(secret).toBeVisible();
  await expectWellMade(page);
  await page.getByRole("button", { name: "I’ve copied it" }).focus();
  await page.keyboard.press("Enter");
  await expect(secret).toHaveCount(0);

  await page.keyboard.press("t");
  const sent = page.getByRole("list", { name: `Deliveries to ${program.url}` }).getByRole("listitem");
  await expect(sent.filter({ hasText: "Answered 500" })).toHaveCount(1);
  program.status = 204;
  await sent.getByRole("button", { name: /^Send again/ }).focus();
  await page.keyboard.press("Enter");
  await expect(sent).toContainText("Delivered");
  expect(new Set(program.received.map((headers) => headers["webhook-id"])).size).toBe(1);
  await expectWellMade(page);

  await page.keyboard.press("p");
  await expect(page.getByRole("dialog", { name: "Pause webhook" })).toContainText("not sent later");
  await confirm(page);
  await expect(page.getByText(/^Paused since/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Send (test|again)/ })).toHaveCount(0);
  await expect(row).toContainText("Paused");
  await page.keyboard.press("p");
  await confirm(page);
  await expect(row.getByText("On", { exact: true })).toBeVisible();

  await page.keyboard.press("x");
  await expect(page.getByRole("dialog", { name: "Remove webhook" })).toBeVisible();
  await confirm(page);
  await expect(page.getByText("No webhooks")).toBeVisible();
  await second.context().close();
  program.stop();
});
