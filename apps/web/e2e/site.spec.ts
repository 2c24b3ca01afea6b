import { expect, test } from "@playwright/test";
import { settle, wake } from "./page-state.ts";

const PAGES = [
  { path: "/", heading: "A Better Place to Buy Bitcoin", title: "A Better Place to Buy Bitcoin" },
  { path: "/about-us", heading: "An exchange that shows its price", title: "About us — Wattle" },
  { path: "/support", heading: "Support", title: "Support — Wattle" },
  {
    path: "/affiliate-partnership",
    heading: "Affiliate partnership",
    title: "Affiliate Partnership — Wattle",
  },
  { path: "/security", heading: "What keeps you safe", title: "Security — Wattle" },
  {
    path: "/proof-of-liabilities",
    heading: "Proof of what we owe",
    title: "Proof of what we owe — Wattle",
  },
  {
    path: "/buy-sell",
    heading: "Buy and sell, with every cost shown",
    title: "Buy and sell cryptocurrencies — Wattle",
  },
  { path: "/otc-desk", heading: "OTC desk", title: "OTC desk — Wattle" },
  { path: "/terms-of-service", heading: "Terms of Service", title: "Terms of Service — Wattle" },
  { path: "/aml", heading: "AML policy", title: "AML policy — Wattle" },
  { path: "/privacy-policy", heading: "Privacy policy", title: "Privacy policy — Wattle" },
  { path: "/basics", heading: "What bitcoin is", title: "Crypto Basics — Wattle" },
] as const;
const NOWHERE = "/no-such-page";
/** Pages of accounts, which have journeys of their own: they must be there, and are not searched for links. */
const ELSEWHERE = /^\/(?:login|register|forgot-password|dashboard|api)(?:\/|$)/;

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const { path, heading, title } of PAGES) {
    test(`${path} can be read`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(page).toHaveTitle(title);
      // Each leads on by header and footer, and says whose it is.
      await expect(page.getByRole("contentinfo").getByText(/^© 2020–\d{4} Wattle$/)).toBeVisible();
      await expect(page.getByRole("link", { name: "Sign up" }).first()).toBeAttached();
    });
  }

  test("an address that leads nowhere says so, with status 404", async ({ page }) => {
    const response = await page.goto(NOWHERE);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(page).toHaveTitle("Page not found — Wattle");
  });

  test("the home page says all that it promises", async ({ page }) => {
    await page.goto("/");
    for (const text of [
      "Easy and low cost crypto currency trading",
      "Bank transfers",
      "Credit card payments",
      "Cash deposits",
      "Sign up and get verified",
      "Add money",
      "Buy crypto currencies",
      "Most crypto funds rest in offline cold wallets",
      "Your personal details are encrypted",
      "Locally based with global reach",
      "No fees for AUD deposits and withdrawals",
      "Online and over-the-counter deposits",
      "High daily limits",
    ]) {
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    }
  });

  test("questions and chapters open and lead without a script", async ({ page }) => {
    await page.goto("/support");
    const question = page.getByText("Can I send coins to my own wallet?");
    await question.click();
    await expect(page.getByText(/Sending is off until you turn it on/)).toBeVisible();
    await page.goto("/terms-of-service");
    await page.getByRole("link", { name: "Fees" }).click();
    await expect(page).toHaveURL(/#fees$/);
    await expect(page.getByRole("heading", { name: "Fees" })).toBeInViewport();
  });
});

test("every link of the site leads somewhere", async ({ page, request }) => {
  test.setTimeout(90_000);
  const markup = new Map<string, string>();
  const fetched = async (path: string): Promise<string | undefined> => {
    const known = markup.get(path);
    if (known !== undefined) return known;
    const response = await request.get(path);
    if (response.status() !== 200) return undefined;
    const text = await response.text();
    markup.set(path, text);
    return text;
  };
  const broken: string[] = [];
  const seen = new Set<string>(["/"]);
  for (const path of seen) {
    await page.goto(path);
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links.length, path).toBeGreaterThan(5);
    for (const link of links.filter((href) => href.startsWith("/") || href.startsWith("#"))) {
      const target = new URL(link, `http://here${path}`);
      const text = await fetched(target.pathname);
      if (text === undefined) broken.push(`${path} → ${link}`);
      else if (target.pathname.includes(".") || ELSEWHERE.test(target.pathname)) continue;
      else if (target.hash !== "" && !text.includes(`id="${target.hash.slice(1)}"`))
        broken.push(`${path} → ${link}`);
      else seen.add(target.pathname);
    }
  }
  expect(broken).toEqual([]);
  const coins = ["/buy-sell/btc", "/buy-sell/eth"];
  expect([...seen].sort()).toEqual([...PAGES.map(({ path }) => path), ...coins].sort());
});

test("pages wake up without an error or a warning, and go from one to the next without loading", async ({
  page,
}) => {
  const errors: string[] = [];
  page.on("console", (message) => {
    // A browser that does not know a feature of Permissions-Policy, for one, warns.
    if (/^(?:error|warning)$/.test(message.type())) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  for (const { path } of PAGES) {
    await page.goto(path);
    await settle(page);
  }
  await page.goto("/");
  await wake(page);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole("contentinfo").getByRole("link", { name: "OTC desk" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "OTC desk" })).toBeFocused();
  await expect(page).toHaveTitle("OTC desk — Wattle");
  expect(await page.evaluate(() => "same" in window)).toBe(true);
  expect(errors).toEqual([]);
});

test("search engines read the same as people", async ({ page, request, baseURL }) => {
  const addresses: string[] = [];
  for (const { path, title } of PAGES) {
    await page.goto(path);
    const html = await (await request.get(path)).text();
    expect(html, path).not.toContain("%%");
    const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
    expect(canonical).toBe(`${baseURL}${path}`);
    addresses.push(canonical ?? "");
    expect(await page.locator('meta[property="og:title"]').getAttribute("content")).toBe(title);
    expect((await page.locator('meta[name="description"]').getAttribute("content"))?.length).toBeGreaterThan(
      50,
    );
    for (const block of await page.locator('script[type="application/ld+json"]').allTextContents()) {
      expect(JSON.parse(block)).toMatchObject({ "@context": "https://schema.org" });
    }
  }
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const address of addresses) expect(sitemap).toContain(`<loc>${address}</loc>`);
  expect(sitemap).not.toContain("/dashboard");
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
});

test("the price page takes its example from the exchange", async ({ page }) => {
  await page.goto("/buy-sell");
  await settle(page);
  const example = page.getByRole("figure");
  await expect(example.getByText(/^Example, \d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(example.getByText("−10.00 AUD")).toBeVisible();
  await expect(example.getByText(/^0\.00\d{6} BTC$/)).toBeVisible();
});

for (const [what, viewport] of [
  ["a wide window", { width: 1440, height: 900 }],
  ["a phone", { width: 390, height: 844 }],
] as const) {
  test(`a demo's legal pages have their note from the first paint, and nothing moves: ${what}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport);
    // Without fonts: on a busy machine they may come late, and a line then wraps elsewhere. This is about the note.
    await page.route("**/*.woff2", (route) => route.abort());
    for (const path of ["/terms-of-service", "/aml", "/privacy-policy"]) {
      expect(await (await request.get(path)).text()).toContain("Draft: this text comes with the product");
      await page.goto(path);
      await settle(page);
      await expect(page.getByRole("note")).toBeVisible();
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
            }).observe({ type: "layout-shift", buffered: true });
            // Buffered entries are handed over before the next frame but one.
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
          }),
      );
      expect(shift, path).toBe(0);
    }
  });
}

test("the description follows the page", async ({ page }) => {
  const description = () => page.locator('meta[name="description"]').getAttribute("content");
  const told = async (path: string): Promise<string | null> => {
    await page.goto(path);
    return description();
  };
  const [home, support] = [await told("/"), await told("/support")];
  expect(home).not.toBe(support);
  await page.goto("/");
  await wake(page);
  await page.getByRole("banner").getByRole("link", { name: "Support" }).click();
  await page.waitForURL("**/support");
  await expect.poll(description).toBe(support);
  await page.getByRole("banner").getByRole("link", { name: "Wattle" }).click();
  await expect.poll(description).toBe(home);
});

test("icons, manifest and the shared picture are there", async ({ request }) => {
  for (const [path, type] of [
    ["/favicon.svg", "image/svg+xml"],
    ["/favicon.ico", "image/vnd.microsoft.icon"],
    ["/apple-touch-icon.png", "image/png"],
    ["/site.webmanifest", "application/manifest+json"],
    ["/og.jpg", "image/jpeg"],
  ] as const) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["content-type"], path).toContain(type);
  }
  expect(await (await request.get("/site.webmanifest")).json()).toMatchObject({ name: "Wattle" });
});

for (const [label, sentence] of [
  ["About the fee", /A percentage of what you pay/],
  ["About the held rate", /Your rate stays the same for 45 seconds/],
  ["Why we ask who you are", /The law requires us to verify customers/],
] as const) {
  test(`help "${label}" opens by key and closes by Escape`, async ({ page }) => {
    await page.goto("/");
    await wake(page);
    // Escape closes what is loading first.
    await expect(page.getByRole("timer")).toBeVisible();
    await expect(page.getByLabel("Loading", { exact: true })).toHaveAttribute("data-phase", "hidden");
    const help = page.getByRole("button", { name: label });
    await help.press("Enter");
    await expect(page.getByText(sentence)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText(sentence)).toBeHidden();
    await expect(help).toBeFocused();
  });
}

test("a chosen colour scheme is in the page that the server sends, before any script", async ({
  browser,
}) => {
  const context = await browser.newContext({ colorScheme: "light" });
  const page = await context.newPage();
  await page.goto("/");
  await wake(page);
  await page.getByRole("contentinfo").getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  const cookies = await context.cookies();
  await context.close();

  const without = await browser.newContext({ colorScheme: "light", javaScriptEnabled: false });
  await without.addCookies(cookies);
  const plain = await without.newPage();
  await plain.goto("/");
  await expect(plain.locator("html")).toHaveAttribute("data-scheme", "dark");
  await expect(plain.locator("html")).toHaveCSS("background-color", "rgb(8, 47, 58)");
  await without.close();
});

test("the home page shows every cost and proves a signed rate, by code that comes when it is seen", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/");
  await wake(page);
  const isAsked = (name: string): boolean => asked.some((path) => path.includes(name));
  expect([isAsked("costs-now"), isAsked("proof-live"), isAsked("jwks.json")]).toEqual([false, false, false]);
  const costs = page.getByRole("region", { name: "What 1,000 AUD buys now" });
  await costs.scrollIntoViewIfNeeded();
  await expect(costs.getByText(/^1,000\.00 AUD in, \d{3}\.\d\d AUD back/)).toBeVisible();
  const proof = page.getByRole("region", { name: "Don’t trust us. Check the receipt." });
  await proof.scrollIntoViewIfNeeded();
  await expect(proof.getByText("The signature fits both")).toBeVisible();
  expect(isAsked("jwks.json")).toBe(true);
  await proof.getByRole("button", { name: "Change a digit and check again" }).click();
  await expect(proof.getByText("The signature does not fit")).toBeVisible();
  await proof.getByRole("button", { name: "Put it back" }).click();
  await expect(proof.getByText("The signature fits both")).toBeVisible();
  await expect(page.getByRole("region", { name: "Who runs Wattle" })).toContainText("1 Example Street");
});

test("a page brings its styles along and its code in a few files", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (["stylesheet", "script"].includes(request.resourceType())) asked.push(request.url());
  });
  await page.goto("/");
  await settle(page);
  expect(asked.filter((url) => url.endsWith(".css"))).toEqual([]);
  // Six at a time are fetched if there is no HTTP/2.
  expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(6);
});

test("a form that is sent before its code is there stays where it is, and keeps what was typed", async ({
  page,
}) => {
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/login");
  await page.getByLabel("Email").fill("mary@mail.example");
  await page.getByLabel("Password", { exact: true }).fill("Correct-Horse7");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByLabel("Email")).toHaveValue("mary@mail.example");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Correct-Horse7");
  expect(new URL(page.url()).search).toBe("");
});

test.describe("writing to support", () => {
  test("a message is kept and answered with a reference, by keyboard alone", async ({ page }) => {
    await page.goto("/support");
    await page.getByLabel("Name", { exact: true }).focus();
    await page.keyboard.type("Mary Ann");
    await page.keyboard.press("Tab");
    await page.keyboard.type("mary@mail.example");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Where is my deposit of yesterday?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Message sent" })).toBeFocused();
    await expect(page.getByText(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)).toBeVisible();
  });

  test("what is wrong is shown at its field, one message each", async ({ page }) => {
    await page.goto("/support");
    await page.getByLabel("Name", { exact: true }).fill("Mary 2");
    await page.getByLabel("Email", { exact: true }).fill("mary");
    await expect(page.getByText("Only English letters")).toBeVisible();
    await page.getByLabel("Message", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Email must be a valid email")).toBeVisible();
    await expect(page.getByText("Min 10 characters")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await page.getByLabel("Name", { exact: true }).fill("a".repeat(36));
    await page.keyboard.press("Tab");
    await expect(page.getByText("Must be exactly 15 characters")).toBeVisible();
  });

  test("an enquiry to the OTC desk goes the same way", async ({ page }) => {
    await page.goto("/otc-desk");
    await page.getByLabel("Name", { exact: true }).fill("Mary Ann");
    await page.getByLabel("Email", { exact: true }).fill("mary@mail.example");
    await page.getByLabel("Message", { exact: true }).fill("Buying 20 BTC for AUD this week.");
    await page.getByRole("button", { name: "Send enquiry" }).click();
    await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
  });
});
