import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Page } from "@playwright/test";
import { Caller } from "./caller.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";
import { openToday } from "./today.ts";

/** Nothing sticks out sideways, and nothing is wrong with it in either colour scheme. */
async function expectWellMade(page: Page): Promise<void> {
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
}

/** A customer's program that answers with what its path says, or with what is put there meanwhile. */
async function startProgram() {
  const answers: Record<string, number> = { "/down": 500, "/gone": 410 };
  const hits: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    hits.push(path);
    request.resume();
    response.writeHead(answers[path] ?? 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    hits,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("an event that a customer's program did not take is sent again by keyboard", async ({
  page,
  baseURL,
}) => {
  const program = await startProgram();
  const customer = await Caller.signIn(baseURL, "customer@demo.test");
  const added: string[] = [];
  for (const path of ["/down", "/gone"]) {
    const made = await customer.post("/api/webhooks", { url: `${program.origin}${path}`, events: ["*"] });
    const { data } = made.body as { data: { id: string } };
    added.push(data.id);
    await customer.post(`/api/webhooks/${data.id}/test`, {});
  }
  // From the second try on it is not tried by itself for five minutes.
  await expect.poll(() => program.hits.filter((path) => path === "/down").length).toBe(2);

  await openToday(page, "support@demo.test");
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await expect(page.getByRole("heading", { level: 1, name: "Outbox" })).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("3");
  const own = page.locator("tr").filter({ hasText: new URL(program.origin).host });
  const down = own.filter({ hasText: "Answered 500" });
  const gone = own.filter({ hasText: "Webhook is off" });
  await expect(down).toHaveCount(1);
  await expect(gone).toHaveCount(1);
  await expectWellMade(page);

  // The newest comes first.
  await page.keyboard.press("j");
  await expect(gone).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^The customer’s program answered 410, so the webhook is off\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  // The focus is where it was.
  await expect(gone).toBeFocused();
  await page.keyboard.press("j");
  await expect(down).toBeFocused();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: /^Test, to 127\.0\.0\.1:/ });
  await expect(drawer.getByRole("button", { name: "Send again" })).toBeVisible();
  await expectWellMade(page);
  program.answers["/down"] = 204;
  await page.keyboard.press("Control+Enter");
  await expect(drawer).toHaveCount(0);
  await expect(down).toHaveCount(0);
  await expect.poll(() => program.hits.filter((path) => path === "/down").length).toBe(3);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(gone).toBeVisible();
  await expectWellMade(page);
  for (const id of added) await customer.post(`/trpc/webhooks.remove`, { id });
  await customer.dispose();
  await program.stop();
});
