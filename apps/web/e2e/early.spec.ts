import { expect, test } from "@playwright/test";

// As most visitors see it.
test.use({ reducedMotion: "no-preference" });

/** How often each is tried: what is looked for depends on which of page and visitor is quicker. */
const TIMES = 10;

test("signing in works for anyone who fills and clicks as soon as the page can be parsed", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  for (let time = 0; time < TIMES; time += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto("/login", { waitUntil: time % 2 === 0 ? "domcontentloaded" : "load" });
    await page.getByLabel("Email", { exact: true }).fill("customer@demo.test");
    await page.getByLabel("Password", { exact: true }).fill("Wattle-Demo1");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.waitForURL(/\/dashboard\//);
    await context.close();
  }
});

test("an amount typed on the home page at once is exchanged into one to get", async ({ browser }) => {
  test.setTimeout(120_000);
  for (let time = 0; time < TIMES; time += 1) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto("/", { waitUntil: time % 2 === 0 ? "domcontentloaded" : "load" });
    await page.getByLabel("You pay", { exact: true }).fill("0.25");
    await expect(page.getByLabel("You get", { exact: true })).toHaveValue(/^[1-9][\d,]+\.\d\d$/);
    await expect(page.getByLabel("You pay", { exact: true })).toHaveValue(/^0\.25/);
    await context.close();
  }
});

test("the home page comes alive for someone who only looks", async ({ page }) => {
  await page.goto("/");
  const main = page.locator("main");
  await expect(main.getByText(/^Exchange rate BTC\/AUD fixed for \d+ seconds$/)).toBeVisible();
  await expect(main.getByText(/^AUD: [\d,]+\.\d\d$/)).toHaveCount(2);
  await expect(main.getByText("loading...")).toHaveCount(0);
});

test("a page whose code comes late keeps what was typed, ticked and pressed", async ({ page }) => {
  // The whole of the page's code is held up until the visitor is done.
  let letThrough = (): void => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/js/chunks/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email", { exact: true }).fill("customer@demo.test");
  await page.getByLabel("Password", { exact: true }).fill("Wattle-Demo1");
  await page.getByLabel("Keep me logged in on this device").uncheck();
  await page.getByRole("button", { name: "Log in" }).click();
  const sent = page.waitForRequest((request) => request.url().includes("sessions.login"));
  letThrough();
  expect((await sent).postDataJSON()).toEqual({
    0: { email: "customer@demo.test", password: "Wattle-Demo1", remember: false },
  });
  await page.waitForURL(/\/dashboard\//);
});

for (const [path, name] of [
  ["/login", "Log in"],
  ["/register", "Sign up"],
] as const) {
  test(`${path} comes alive with a kept order and moves nothing that is being pressed`, async ({ page }) => {
    await page.addInitScript(
      (order) => {
        localStorage.setItem("pageExchange", order);
      },
      JSON.stringify({ amount: "100.00", from: "AUD", to: "BTC" }),
    );
    let letThrough = (): void => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route("**/js/chunks/**", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    const button = page.locator("form").getByRole("button", { name, exact: true });
    await expect(button).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const before = await button.boundingBox();
    letThrough();
    await expect(page.getByText(/^Your order: 100\.00 AUD/)).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
  });
}

test("a pointer at rest does not start a page's code before the page is painted", async ({ page }) => {
  await page.mouse.move(300, 300);
  await page.goto("/", { waitUntil: "load" });
  const started = await page.waitForFunction(() => {
    const [code] = performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\/js\/chunks\/start\./.test(name));
    return code?.startTime;
  });
  const painted = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  expect(await started.jsonValue()).toBeGreaterThan(painted ?? Number.POSITIVE_INFINITY);
});
