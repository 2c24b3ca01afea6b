import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { faultsInBothSchemes } from "./page-state.ts";

test("the days of the history are typed as people write them, or chosen in a calendar by the keyboard", async ({
  page,
}) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/transactions-history");
  const from = page.getByLabel("From", { exact: true });
  const to = page.getByLabel("To", { exact: true });

  await from.fill("31/1/2026");
  await from.press("Enter");
  await expect(page).toHaveURL(/from=2026-01-31/);
  await expect(from).toHaveValue("2026-01-31");

  await to.fill("2026-02-10");
  await expect(page).toHaveURL(/to=2026-02-10/);
  await to.press("Tab");
  await expect(page.getByRole("button", { name: "Calendar: To" })).toBeFocused();
  await page.keyboard.press("Enter");
  const calendar = page.getByRole("dialog", { name: "Calendar: To" });
  await expect(calendar).toBeVisible();
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await calendar.getByRole("button", { name: "10 February 2026" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/to=2026-02-11/);
  await expect(calendar).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Calendar: To" })).toBeFocused();

  await from.fill("soon");
  await from.blur();
  await expect(from).toHaveAccessibleDescription("Enter a date like 2026-01-31");
  await expect(page).toHaveURL(/from=2026-01-31&to=2026-02-11/);

  await page.goBack();
  await expect(to).toHaveValue("2026-02-10");
  await from.fill("");
  await expect(page).not.toHaveURL(/from=/);
});
