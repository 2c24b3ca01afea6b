import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { signIn, signInByRequest } from "../bench/sign-in.ts";

const WEBHOOKS = "/dashboard/webhooks";

/** A customer's program that listens; what it answers can be changed. */
async function startReceiver() {
  const received: IncomingHttpHeaders[] = [];
  const receiver = { url: "", status: 204, received, stop: (): void => undefined };
  const server = createServer((request, response) => {
    received.push(request.headers);
    response.writeHead(receiver.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.stop = () => server.close();
  return receiver;
}

test("a webhook is added, tried, sent to again, turned on after it went off, and removed", async ({
  page,
}) => {
  const receiver = await startReceiver();
  await signIn(page, "partner@demo.test");
  await page.getByText("More", { exact: true }).first().click();
  await page.getByRole("link", { name: "Webhooks", exact: true }).click();
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByRole("checkbox", { name: "All events" }).uncheck();
  await page.getByRole("checkbox", { name: "Deposit credited" }).check();
  await page.getByRole("button", { name: "Add webhook" }).click();

  await expect(page.getByRole("heading", { name: "Copy your secret now" })).toBeFocused();
  const secret = page.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expect(secret).toBeVisible();
  await page.getByRole("button", { name: "I’ve copied it" }).click();
  await expect(secret).toHaveCount(0);
  const row = page.getByRole("list", { name: "Your webhooks" }).getByRole("listitem").first();
  await expect(row).toContainText("Deposit credited");
  await row.getByRole("button", { name: "Deliveries" }).click();
  await expect(row).toContainText("Nothing sent yet");

  await row.getByRole("button", { name: "Send test" }).click();
  const deliveries = row.getByRole("listitem");
  await expect(deliveries).toHaveText(/TestDelivered.*Answered 204 · 1 try/);
  await deliveries.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(new Set(receiver.received.map((headers) => headers["webhook-id"])).size).toBe(1);
  await expect(deliveries).toContainText("Delivered");
  const example = (await page.getByText(/^webhook-id: /).textContent()) ?? "";
  const headers = [...example.matchAll(/^([a-z-]+): /gm)].map(([, name = ""]) => name);
  expect(headers).toHaveLength(3);
  expect(Object.keys(receiver.received[0] ?? {})).toEqual(expect.arrayContaining(headers));

  receiver.status = 410;
  await row.getByRole("button", { name: "Send test" }).click();
  await expect(row).toContainText("it answered 410");
  await expect(deliveries.first()).toContainText("Failed");
  await row.getByRole("button", { name: "Turn on" }).click();
  await expect(row.getByText("On", { exact: true })).toBeVisible();

  await row.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Keep webhook" })).toBeFocused();
  await page.getByRole("button", { name: "Remove webhook" }).click();
  await expect(page.getByText("No webhook yet")).toBeVisible();
  receiver.stop();
});

test("by keyboard: what is missing or wrong is said at its field", async ({ page }) => {
  await signInByRequest(page, "partner@demo.test");
  await page.goto(WEBHOOKS);
  await page.getByRole("checkbox", { name: "All events" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Add webhook" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Address is a required field")).toBeVisible();
  await expect(page.getByText("Choose at least one event")).toBeVisible();
  await page.getByRole("checkbox", { name: "Exchange completed" }).focus();
  await page.keyboard.press("Space");
  await page.getByLabel("Address").fill("shop");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Address")).toHaveAccessibleDescription(/Use an address like/);
});

test("a list that cannot be loaded says so, and comes when it is asked for again", async ({ page }) => {
  await signInByRequest(page, "partner@demo.test");
  await page.route("**/trpc/*webhooks.list*", (route) => route.abort());
  await page.goto(WEBHOOKS);
  await expect(page.getByText("We couldn’t load your webhooks")).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/trpc/*webhooks.list*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No webhook yet")).toBeVisible();
});
