import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { countClicks, expectClicks } from "./clicks.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

test("coins that are sent to the customer's address, two clicks away, arrive in steps and are credited", async ({
  page,
  request,
}) => {
  const chain = async (act: "send" | "mine", data: object): Promise<void> => {
    const answer = await request.post(`/dev/chain/${act}`, { data: { network: "bitcoin", ...data } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard");
  await countClicks(page);
  await page.getByRole("link", { name: "Deposit money" }).first().click();
  await page.getByRole("link", { name: "Crypto", exact: true }).click();
  await expect(page.getByText("Bitcoin network only")).toBeVisible();
  const address = await page.getByText(/^bcrt1q[a-z0-9]{38}$/).innerText();
  await expectClicks(page, 2);
  await chain("send", { address, amount: "0.01230000" });
  const arrival = page.getByRole("listitem").filter({ hasText: "0.01230000 BTC" });
  await expect(arrival).toBeVisible();
  await chain("mine", { blocks: 1 });
  await expect(arrival).toContainText(/[1-3] of 3|Credited/);
  await chain("mine", { blocks: 2 });
  await expect(arrival).toContainText("Credited");
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflowOf(page)).toEqual([]);

  await page.goto("/dashboard/transactions-history?type=deposit");
  await expect(page.getByText(/0\.0123/).first()).toBeVisible();
});
