import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";

const RECURRING = "/dashboard/recurring-buys";

/** A day of the installation's calendar, so many days from now. */
const dayInSydney = (days: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Australia/Sydney" }).format(Date.now() + days * 86_400_000);

test("a recurring buy is set up from the exchange, skipped, paused, resumed and cancelled by keys", async ({
  page,
}) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/currency-exchange?from=AUD&to=ETH&amount=150");
  await page.getByRole("link", { name: "Set up recurring buy" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Recurring buys");
  await page.getByLabel("You pay each time").fill("150");
  await expect(page.getByLabel("You get")).toHaveValue("ETH");
  await expect(page.getByText("Our fee, 1%").locator("..")).toContainText("1.50 AUD");
  await expect(page.getByText("You’d get about").locator("..")).toContainText(/0\.\d{8} ETH$/);
  await page.getByRole("radio", { name: "Fortnightly" }).check();
  const firstDay = page.getByLabel("First buy on", { exact: true });
  await expect(firstDay).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
  await firstDay.fill("2027-02-03");
  await firstDay.blur();
  await expect(firstDay).toHaveValue("03/02/2027");
  await firstDay.fill(dayInSydney(3));
  const highest = page.getByLabel("Highest price for 1 ETH");
  await expect(highest).toHaveValue(/^[\d,]+\.\d{2}$/);
  await expect(highest).toHaveAccessibleDescription(/^1[01]\.\d% above today’s [\d,.]+ AUD\. We skip/);
  await highest.fill("9,999.50");
  await expect(highest).toHaveAccessibleDescription(/^\d+\.\d% above today’s [\d,.]+ AUD\./);
  await page.keyboard.press("Enter");
  const review = page.getByRole("dialog", { name: "Review recurring buy" });
  await expect(review).toContainText(
    /You pay each time\s*150\.00 AUD\s*How often\s*Fortnightly\s*In a year\s*3,900\.00 AUD/,
  );
  await expect(review).toContainText(/Highest price for 1 ETH\s*9,999\.50 AUD\s*Our fee, 1%\s*1\.50 AUD/);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await review.getByRole("button", { name: "Edit" }).press("Enter");
  await expect(review).toHaveCount(0);
  await highest.press("Enter");
  await review.getByRole("button", { name: "Set up recurring buy" }).press("Enter");

  const plan = page.getByRole("listitem").filter({ hasText: "150.00 AUD into ETH, fortnightly" });
  await expect(plan).toContainText("Active");
  await expect(plan).toContainText("Up to 9,999.50 AUD for 1 ETH.");
  const first = await plan.textContent();

  await plan.getByRole("button", { name: "Skip next buy" }).focus();
  await page.keyboard.press("Enter");
  await expect(plan).not.toHaveText(first ?? "");
  await plan.getByRole("button", { name: "History" }).press("Enter");
  await expect(plan).toContainText("You skipped this buy");

  await plan.getByRole("button", { name: "Pause buys" }).press("Enter");
  await expect(plan).toContainText("Paused");
  await plan.getByRole("button", { name: "Resume buys" }).press("Enter");
  await expect(plan).toContainText("Active");

  await plan.getByRole("button", { name: "Cancel buys" }).press("Enter");
  await expect(page.getByRole("button", { name: "Keep recurring buy" })).toBeFocused();
  await page.getByRole("button", { name: "Cancel recurring buy" }).click();
  await expect(plan).toContainText("Cancelled");
  await expect(plan.getByRole("button", { name: "Pause buys" })).toHaveCount(0);
});

/** From nine in the morning on, a buy of today is made within a minute; before that it waits for nine. */
const isDueToday = (): boolean =>
  Number(
    new Intl.DateTimeFormat("en-AU", {
      timeZone: "Australia/Sydney",
      hour: "2-digit",
      hourCycle: "h23",
    }).format(),
  ) >= 9;

test("@postgres a buy that is due is made by the server, with its receipt; one above the highest price is missed", async ({
  page,
}) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto(RECURRING);
  await page.getByRole("button", { name: "250", exact: true }).click();
  await expect(page.getByLabel("You pay each time")).toHaveValue("250.00");
  for (const highest of ["9,000,000", "1,000"]) {
    await page.getByLabel("You pay each time").fill("120");
    await page.getByLabel("Highest price for 1 BTC").fill(highest);
    await page.getByLabel("First buy on", { exact: true }).fill(dayInSydney(0));
    await page.getByRole("button", { name: "Review recurring buy" }).click();
    await page.getByRole("button", { name: "Set up recurring buy" }).click();
    await expect(
      page.getByRole("listitem").filter({ hasText: `Up to ${highest}.00 AUD for 1 BTC.` }),
    ).toBeVisible();
  }
  const plan = (highest: string) =>
    page.getByRole("listitem").filter({ hasText: `Up to ${highest}.00 AUD for 1 BTC.` });
  if (!isDueToday()) {
    await expect(plan("9,000,000")).toContainText("Next buy on");
    return;
  }
  const shown = async (highest: string): Promise<string> => {
    await page.reload();
    await plan(highest).getByRole("button", { name: "History" }).click();
    await expect(plan(highest)).toContainText(/No buys yet|Bought|Missed/);
    return (await plan(highest).textContent()) ?? "";
  };
  await expect.poll(() => shown("9,000,000"), { timeout: 150_000 }).toMatch(/Bought 0\.\d{8} BTC/);
  await expect
    .poll(() => shown("1,000"), { timeout: 150_000 })
    .toContain("above your highest price of 1,000.00 AUD.");
  await plan("9,000,000").getByRole("button", { name: "History" }).click();
  await plan("9,000,000").getByRole("link", { name: "See receipt" }).click();
  await expect(page.getByText("120.00 AUD").first()).toBeVisible();
});

test("what is missing or wrong is said at its field; 390 px are enough for all of it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByRequest(page, "customer@demo.test");
  await page.goto(RECURRING);
  await page.getByLabel("You pay each time").fill("1");
  await page.getByLabel("First buy on", { exact: true }).fill("2020-01-01");
  await page.getByLabel("Highest price for 1 BTC").fill("0");
  await page.getByRole("button", { name: "Review recurring buy" }).click();
  await expect(page.getByText("Choose a day within the next year")).toBeVisible();
  await expect(page.getByText("Enter a price above zero")).toBeVisible();
  await expect(page.getByLabel("You pay each time")).toHaveAttribute("aria-invalid", "true");
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
});
