import { expect, test, type Page } from "@playwright/test";
import { fillSignIn, signIn, signInByRequest } from "../bench/sign-in.ts";
import { Caller } from "./caller.ts";
import { faultsInBothSchemes, overflowOf } from "./page-state.ts";
import { openToday } from "./today.ts";

const AT_DESK = /\/teamaccess$/;

/** Nothing sticks out sideways, and nothing is wrong with it in either colour scheme. */
async function expectWellMade(page: Page): Promise<void> {
  expect(await overflowOf(page)).toEqual([]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
}

test("a customer is found, held and released by keyboard alone, and a colleague sees who did it", async ({
  page,
  baseURL,
}) => {
  await openToday(page, "compliance@demo.test");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search" })).toBeFocused();
  await page.keyboard.type("partner@demo");
  await expect(page.getByRole("option", { name: /partner@demo\.test/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/partner@demo\.test · /)).toBeVisible();
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Signed up");
  await expectWellMade(page);

  await page.keyboard.press("h");
  const drawer = page.getByRole("dialog", { name: "Hold account" });
  await expect(drawer.getByLabel("Why")).toBeFocused();
  await page.keyboard.type("Payee in another name");
  await expect(drawer.getByText("Your account is under review.")).toBeVisible();
  await expectWellMade(page);
  await page.keyboard.press("Control+Enter");
  await expect(drawer).toHaveCount(0);
  await expect(page.getByText("On hold: withdrawals")).toBeVisible();
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("Payee in another name");

  // An act that one's roles lack is not there, and a screen of other roles is refused with its reason.
  const support = await page
    .context()
    .browser()
    ?.newContext(baseURL === undefined ? {} : { baseURL });
  if (support === undefined) throw new Error("there is no second browser");
  const other = await support.newPage();
  await signIn(other, "support@demo.test", { to: AT_DESK });
  await other.goto(page.url());
  await expect(other.getByText("On hold: withdrawals")).toBeVisible();
  await expect(other.getByRole("button", { name: /^Note/ })).toBeVisible();
  await expect(other.getByRole("button", { name: /^(Hold|Release|Block)/ })).toHaveCount(0);
  await expect(other.getByRole("link", { name: "Staff", exact: true })).toHaveCount(0);
  await other.goto("/teamaccess/team");
  await expect(other.getByText("You don’t have access to this screen")).toBeVisible();
  await other.goto(page.url());
  await expect(other.getByText("On hold: withdrawals")).toBeVisible();

  await page.keyboard.press("l");
  await expect(page.getByRole("dialog", { name: "Release" }).getByLabel("Why")).toBeFocused();
  await page.keyboard.type("It was the maiden name");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("On hold: withdrawals")).toHaveCount(0);
  // The colleague's page follows by itself.
  await expect(other.getByText("On hold: withdrawals")).toHaveCount(0);
  await support.close();
});

test("an identity’s photo, form and checks are in one view, and on a phone the acts stay in sight", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInByRequest(page, "compliance@demo.test");
  await page.goto("/teamaccess/identities");
  await page.getByRole("row", { name: /^Tess Template/ }).click();
  const photo = page.getByAltText("Front");
  await expect(photo).toHaveJSProperty("complete", true);
  const [form, checks] = ["Form", "Checklist"].map((name) => page.getByRole("region", { name }));
  if (form === undefined || checks === undefined) throw new Error("no form");
  for (const part of [photo, form, checks]) await expect(part).toBeInViewport({ ratio: 1 });
  // Nothing covers the last line of either.
  await form.getByText("Address").click({ trial: true });
  await checks.getByText("Flags checked").click({ trial: true });
  await expectWellMade(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: "Verify" })).toBeInViewport({ ratio: 1 });
  const tops = await Promise.all(
    [photo, form, checks].map(async (part) => (await part.boundingBox())?.y ?? 0),
  );
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(await overflowOf(page)).toEqual([]);
});

test("at 1024 px a drawer covers neither the search nor the list it was opened from", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signInByRequest(page, "operator@demo.test");
  await page.goto("/teamaccess/switches");
  await page.getByText("Sign-ups", { exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Pause: Sign-ups" })).toBeInViewport({ ratio: 1 });
  for (const part of [
    page.getByRole("button", { name: /^Customer, reference, screen/ }),
    page.getByText("Trading", { exact: true }),
    page.getByRole("button", { name: "Download CSV" }),
  ]) {
    await part.click({ trial: true });
  }
});

test("an identity’s photo is enlarged and moved by keyboard", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInByRequest(page, "compliance@demo.test");
  await page.goto("/teamaccess/identities");
  await expect(page.getByRole("row", { name: /^Tess Template/ })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByAltText("Front")).toHaveJSProperty("complete", true);
  const view = page.getByRole("region", { name: /^Photo, / });
  const scrolled = () => view.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const hidden = () =>
    view.evaluate((of) => [of.scrollWidth - of.clientWidth, of.scrollHeight - of.clientHeight]);
  const isLarge = async (): Promise<boolean> => {
    await page.keyboard.press("+");
    return (await hidden()).every((pixels) => pixels > 200);
  };
  await expect.poll(isLarge).toBe(true);
  const [left = 0, top = 0] = await scrolled();
  const [across = 0, down = 0] = await hidden();
  // The middle stays in the middle, but for whole pixels.
  expect(Math.abs(left - across / 2)).toBeLessThan(10);
  expect(Math.abs(top - down / 2)).toBeLessThan(10);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await expect.poll(scrolled).toEqual([left + 80, top - 80]);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Move right on the photo");
});

test("at 390 px: sign-ups are paused with a look at the banner, and go on", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByRequest(page, "operator@demo.test");
  await page.goto("/teamaccess/switches");
  await page.getByText("Sign-ups", { exact: true }).click();
  await page.getByLabel("Message").fill("Back at noon.");
  const drawer = page.getByRole("dialog", { name: "Pause: Sign-ups" });
  await expect(drawer.getByText("Sign-ups are paused. Back at noon.")).toBeVisible();
  await expectWellMade(page);
  await drawer.getByRole("button", { name: "Pause" }).click();
  const row = page.locator("tr").filter({ hasText: "Sign-ups" });
  await expect(row.getByText("Paused")).toBeVisible();
  const banner = page.getByRole("complementary", { name: "Paused" });
  await expect(banner).toContainText("Back at noon.");
  // Nothing covers it: a click where its words are is a click on it.
  await banner.getByText("Back at noon.").click({ trial: true });
  await row.click();
  await page.getByRole("dialog").getByRole("button", { name: "Resume" }).click();
  await expect(row.getByText("On", { exact: true })).toBeVisible();
});

test("an exchange is found by its reference, with its signed rate and its postings", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  const history = await page.context().request.get("/api/users/transactions?type=exchange");
  const { data } = (await history.json()) as { data: { reference: string }[] };
  const reference = data[0]?.reference ?? "";
  await page.context().clearCookies();
  await openToday(page, "support@demo.test");
  await page.keyboard.press("g");
  await page.keyboard.press("x");
  await page.getByLabel("Reference").fill(reference.toLowerCase().replaceAll("-", " "));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Exchange ${reference}` })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Signed rate: genuine, / })).toBeVisible();
  await expect(page.getByRole("table", { name: `Postings of ${reference}` })).toBeVisible();
  await expectWellMade(page);
});

test("a session that ends loses nothing typed: the same person finds the drawer as it was, another one nothing of it", async ({
  page,
  baseURL,
}) => {
  const typed = "Called from another number";
  const kept = (): Promise<string> =>
    page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]));
  const drawer = page.getByRole("dialog", { name: "Hold" });
  const why = drawer.getByLabel("Why");
  const what = drawer.getByLabel("What", { exact: true });
  /** Ends the session from another device, and sends what is in the drawer. */
  const loseSession = async (): Promise<void> => {
    const device = await Caller.signIn(baseURL, "compliance@demo.test");
    await device.call("sessions.endOthers", {});
    await device.dispose();
    await page.keyboard.press("Control+Enter");
    await page.waitForURL("**/teamaccess/login");
  };
  await signInByRequest(page, "compliance@demo.test");
  await page.goto("/teamaccess/customers?q=partner%40demo");
  await page.getByRole("cell", { name: "partner@demo.test" }).click();
  await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
  await page.keyboard.press("h");
  await expect(why).toBeFocused();
  await what.selectOption("deposits");
  await why.fill(typed);
  await loseSession();

  await fillSignIn(page, "compliance@demo.test");
  await expect(why).toHaveValue(typed);
  await expect(what).toHaveValue("deposits");
  // It is what waits to be sent, and was not sent.
  await expect(page.getByRole("main").getByText(/^On hold/)).toHaveCount(0);
  await why.fill(`${typed}, twice`);
  await loseSession();
  expect(await kept()).toContain(typed);

  await fillSignIn(page, "operator@demo.test");
  await expect(why).toHaveValue("");
  await expect(what).toHaveValue("withdrawals");
  expect(await kept()).not.toContain(typed);
});
