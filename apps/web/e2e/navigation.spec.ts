import { expect, test, type Page } from "@playwright/test";
import { fillSignIn, signIn, signInByRequest } from "../bench/sign-in.ts";
import { alive, faultsInBothSchemes, overflowOf, twoFrames, wake } from "./page-state.ts";

// As most visitors see it.
test.use({ reducedMotion: "no-preference" });

test.describe("what the server sends", () => {
  test("hashed files are compressed and kept for ever, pages are asked for again", async ({ request }) => {
    const html = await (await request.get("/")).text();
    const script = /<script type="module" src="([^"]+)"/.exec(html)?.[1] ?? "";
    const chunk = /data-chunks="([^" ]+)/.exec(html)?.[1] ?? "";
    const font = /href="([^"]+\.woff2)"/.exec(html)?.[1] ?? "";
    expect(chunk).toMatch(/^\/js\/chunks\/[^/]+\.[\w-]+\.js$/);
    for (const file of [script, chunk]) {
      for (const encoding of ["br", "gzip"]) {
        const response = await request.get(file, { headers: { "accept-encoding": encoding } });
        expect(response.headers()["content-encoding"], file).toBe(encoding);
        expect(response.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
        expect(response.headers()["content-type"]).toMatch(/javascript/);
      }
    }
    expect((await request.get(font)).headers()["cache-control"]).toBe("public, max-age=31536000, immutable");

    const page = await request.get("/");
    const tag = page.headers()["etag"] ?? "";
    expect(page.headers()["cache-control"]).toBe("no-cache");
    expect((await request.get("/", { headers: { "if-none-match": tag } })).status()).toBe(304);
  });

  test("a file of an earlier build is missing, and no page is sent instead", async ({ request }) => {
    const response = await request.get("/js/chunks/home.00000000.js");
    expect(response.status()).toBe(404);
    expect(response.headers()["content-type"]).toContain("text/plain");
  });

  test("no page brings a script of its own, and nothing breaks the policy that forbids it", async ({
    page,
    request,
  }) => {
    const refused: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    for (const path of ["/", "/login", "/basics", "/dashboard/currency-exchange", "/no-such-page"]) {
      const response = await request.get(path);
      const policy = response.headers()["content-security-policy"] ?? "";
      expect(/script-src ([^;]+)/.exec(policy)?.[1], path).not.toMatch(/unsafe|\*/);
      const html = await response.text();
      const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map((match) => match[1]);
      for (const attributes of scripts) expect(attributes).toMatch(/type="application\/(?:ld\+)?json"/);
      expect(html).not.toMatch(/\son(?:click|load|error|submit)=/);
      await page.goto(path);
      await wake(page);
    }
    expect(refused).toEqual([]);
  });
});

test.describe("on every navigation", () => {
  test("the menu closes, the title and the ground change, the page scrolls up and its heading is announced", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/support");
    await alive(page);
    await page.evaluate(() => window.scrollTo(0, 600));
    const menu = page.locator("header details");
    await page.locator("header summary").click();
    await expect(menu).toHaveAttribute("open", "");
    await menu.getByRole("link", { name: "Crypto Basics" }).click();
    await expect(page).toHaveTitle("Crypto Basics — Wattle");
    await expect(menu).not.toHaveAttribute("open");
    await expect(page.getByRole("heading", { level: 1, name: "What bitcoin is" })).toBeFocused();
    await expect(page.locator("p[aria-live=polite]").getByText("Crypto Basics — Wattle")).toBeAttached();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

    // Each route names its ground: the petrol field of the head, or a plain one.
    const html = page.locator("html");
    await expect(html).toHaveAttribute("data-background", "hero");
    await page.locator("header summary").click();
    await menu.getByRole("link", { name: "Log in" }).click();
    await fillSignIn(page, "customer@demo.test");
    await page.waitForURL(/\/dashboard\//);
    await expect(html).toHaveAttribute("data-background", "canvas");
  });

  test("the link of the page one is on closes the menu, too", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/support");
    await alive(page);
    const menu = page.locator("header details");
    await page.locator("header summary").click();
    await expect(menu).toHaveAttribute("open", "");
    await menu.getByRole("link", { name: "Support" }).click();
    await expect(menu).not.toHaveAttribute("open");
    await expect(page.locator("header summary")).toBeFocused();
  });

  test("for who wants less motion nothing passes over from one look to another", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await alive(page);
    await page.evaluate(() => {
      const begun: string[] = [];
      Object.assign(window, { begun });
      document.addEventListener("transitionrun", ({ propertyName }) => begun.push(propertyName), true);
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("link", { name: "Support" }).first().hover({ force: true });
    await page.evaluate(twoFrames);
    expect(await page.evaluate(() => Reflect.get(window, "begun") as string[])).toEqual([]);
  });

  for (const [reducedMotion, smooth] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    test(`the window scrolls to the top ${smooth ? "smoothly" : "at once"}, motion: ${reducedMotion}`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion });
      await page.goto("/terms-of-service");
      await alive(page);
      await page.evaluate(() => window.scrollTo({ top: 2500, behavior: "instant" }));
      await page.evaluate(() => {
        const places: number[] = [];
        Object.assign(window, { places });
        document.addEventListener("scroll", () => places.push(window.scrollY));
      });
      await page
        .getByRole("contentinfo")
        .getByRole("link", { name: "Privacy policy" })
        .evaluate((link: HTMLElement) => link.click());
      await expect(page).toHaveTitle(/^Privacy policy/);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      const places = await page.evaluate(() => Reflect.get(window, "places") as number[]);
      const between = places.filter((place) => place > 50 && place < 2400);
      if (smooth) {
        // Nothing cuts the way short: the new page is long enough to be at the old place.
        expect(
          await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
        ).toBeGreaterThan(2500);
        expect(between.length).toBeGreaterThan(0);
        expect(between).toEqual(between.toSorted((a, b) => b - a));
      } else expect(between).toEqual([]);
    });
  }

  test("going back and forward returns to where each page was left, and a reload stays there", async ({
    page,
  }) => {
    await page.goto("/buy-sell");
    await alive(page);
    const scrollTo = (top: number): Promise<void> =>
      page.evaluate((place) => window.scrollTo({ top: place, behavior: "instant" }), top);
    const place = (): Promise<number> => page.evaluate(() => Math.round(window.scrollY));
    await scrollTo(1500);
    await page
      .getByRole("contentinfo")
      .getByRole("link", { name: "Security", exact: true })
      .evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveTitle(/^Security/);
    await expect.poll(place).toBe(0);
    await scrollTo(700);
    await page.goBack();
    await expect(page).toHaveTitle(/^Buy/);
    await expect.poll(place).toBe(1500);
    await page.goForward();
    await expect(page).toHaveTitle(/^Security/);
    await expect.poll(place).toBe(700);
    await page.reload();
    await alive(page);
    await expect.poll(place).toBe(700);
  });

  test("the ground that a route names is the page's, in both colour schemes", async ({ page }) => {
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const drawn = async (): Promise<string> =>
      page.evaluate(() => {
        // Colour at the page's edge: of the first element there that is not transparent.
        let field = document.elementFromPoint(3, 300);
        while (field !== null && getComputedStyle(field).backgroundColor === "rgba(0, 0, 0, 0)")
          field = field.parentElement;
        return field === null ? "" : getComputedStyle(field).backgroundColor;
      });
    for (const [colorScheme, hero, canvas] of [
      ["light", "rgb(14, 74, 90)", "rgb(243, 246, 245)"],
      ["dark", "rgb(8, 47, 58)", "rgb(13, 21, 23)"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto("/login");
      await alive(page);
      expect(await ground()).toBe(hero);
      expect(await drawn()).toBe(hero);
      // Another ground is seen at once, so it is the route that colours the page.
      await page.evaluate(() => (document.documentElement.dataset["background"] = "canvas"));
      expect(await drawn()).toBe(canvas);
      await page.goto("/dev/mail");
      await alive(page);
      expect(await ground()).toBe(canvas);
    }
  });

  test("Escape closes the menu and gives the focus back", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    await alive(page);
    // Which Escape closes first.
    await expect(page.getByLabel("Loading", { exact: true })).toHaveAttribute("data-phase", "hidden");
    const summary = page.locator("header summary");
    await summary.focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("header details")).toHaveAttribute("open", "");
    await page.keyboard.press("Escape");
    await expect(page.locator("header details")).not.toHaveAttribute("open");
    await expect(summary).toBeFocused();
  });

  test("a slow page shows the bar until it is there", async ({ page }) => {
    await page.goto("/support");
    await alive(page);
    let letThrough = (): void => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route("**/js/chunks/aml.*", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("contentinfo").getByRole("link", { name: "AML" }).click();
    const bar = page.getByRole("progressbar", { name: "Loading the page" });
    await expect(bar).toBeVisible();
    letThrough();
    await expect(page.getByRole("heading", { level: 1, name: "AML policy" })).toBeVisible();
    await expect(bar).toHaveCount(0);
  });

  test("pages fade by opacity alone, and stand still where less motion is wished", async ({ browser }) => {
    for (const [reducedMotion, fades] of [
      ["no-preference", 1],
      ["reduce", 0],
    ] as const) {
      const context = await browser.newContext({ reducedMotion });
      const page = await context.newPage();
      await page.addInitScript(() => {
        const seen: unknown[] = [];
        Object.assign(window, { seen });
        const animate = Reflect.get(Element.prototype, "animate") as Element["animate"];
        Element.prototype.animate = function (frames, options) {
          seen.push({ frames, options });
          return animate.call(this, frames, options);
        };
      });
      await page.goto("/support");
      await alive(page);
      await page.getByRole("contentinfo").getByRole("link", { name: "OTC desk" }).click();
      await expect(page).toHaveTitle("OTC desk — Wattle");
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
      const seen = await page.evaluate(() => Reflect.get(window, "seen") as unknown[]);
      expect(seen).toHaveLength(fades);
      if (fades > 0)
        expect(seen[0]).toEqual({ frames: [{ opacity: 0 }, { opacity: 1 }], options: { duration: 140 } });
      await context.close();
    }
  });
});

test.describe("when a page's code does not come", () => {
  test("after a deployment the page is loaded again by itself, once", async ({ page }) => {
    await page.goto("/support");
    await alive(page);
    // The old build's chunk is gone; the page from the server brings the new one.
    let gone = true;
    await page.route("**/js/chunks/aml.*", (route) =>
      gone ? route.fulfill({ status: 404, contentType: "text/plain", body: "Not found" }) : route.continue(),
    );
    page.on("request", (request) => {
      if (request.isNavigationRequest()) gone = false;
    });
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.getByRole("contentinfo").getByRole("link", { name: "AML" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "AML policy" })).toBeVisible();
    expect(await page.evaluate(() => "same" in window)).toBe(false);
  });

  test("a chunk that stays away is named with its cause, and can be tried again", async ({ page }) => {
    await page.goto("/support");
    await alive(page);
    let broken = true;
    await page.route("**/js/chunks/aml.*", (route) => (broken ? route.abort() : route.continue()));
    await page.getByRole("contentinfo").getByRole("link", { name: "AML" }).click();
    const failure = page.getByRole("alert").filter({ hasText: "This page didn’t load" });
    await expect(failure).toBeVisible();
    await expect(failure).toContainText(/Loading chunk aml failed \(error: /);
    broken = false;
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "AML policy" })).toBeVisible();
  });
});

test("the dashboard shows its frame before any code has come, out of reach until then", async ({ page }) => {
  await signIn(page, "customer@demo.test");
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/js/chunks/start.*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/dashboard/currency-exchange", { waitUntil: "commit" });
  const shell = page.locator("#root > [data-shell][inert]");
  await expect(shell.locator("h1")).toHaveText("Exchange Crypto");
  await expect(shell.locator("nav a[aria-current=page]").first()).toContainText("Buy/Sell Crypto-Currencies");
  await expect(shell).not.toContainText("Wattle Customer");
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Exchange Crypto" })).toBeVisible();
  await expect(shell).toHaveCount(0);
});

test.describe("when the product's own code does not come", () => {
  for (const [what, path, level] of [
    ["in the place of a shell", "/dashboard/currency-exchange", 1],
    ["over a prerendered page", "/support", 2],
  ] as const) {
    test(`${what} it says so with the cause, and can be tried again`, async ({ page }) => {
      let broken = true;
      await page.route("**/js/chunks/start.*", (route) => (broken ? route.abort() : route.continue()));
      await page.goto(path);
      await page.mouse.move(5, 5);
      await page.mouse.move(9, 9);
      const failure = page.getByRole("alert");
      await expect(failure.getByRole("heading", { level, name: "This page didn’t load" })).toBeVisible();
      await expect(failure).toContainText(/Loading chunk start failed \(error: /);
      broken = false;
      await failure.getByRole("button", { name: "Try again" }).click();
      await alive(page);
      await expect(failure).toHaveCount(0);
    });
  }
});

test.describe("an address below the dashboard that leads nowhere", () => {
  for (const [who, email] of [
    ["a guest", undefined],
    ["a customer", "customer@demo.test"],
  ] as const) {
    test(`is not found, with header, footer, title and landmark, for ${who}`, async ({ page }) => {
      const faults: string[] = [];
      page.on("console", (message) => {
        if (/hydrat|#418|#423|#425/i.test(message.text())) faults.push(message.text());
      });
      page.on("pageerror", (error) => faults.push(error.message));
      if (email !== undefined) await signIn(page, email);
      for (const path of ["/dashboard/no-such-page", "/dashboard/deposit-money/no/such/page"]) {
        const response = await page.goto(path);
        expect(response?.status()).toBe(404);
        await alive(page);
        await wake(page);
        await expect(page).toHaveTitle("Page not found — Wattle");
        await expect(page.getByRole("banner").getByRole("link", { name: "Support" })).toBeVisible();
        await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText("Page not found");
        await expect(page.getByRole("contentinfo").getByRole("link", { name: "About" })).toBeVisible();
        await expect(page).toHaveURL(new RegExp(`${path}$`));
        await expect(page.locator("h1")).toHaveCount(1);
      }
      expect(faults).toEqual([]);
    });
  }
});

test("the exchange form's amount and pair outlive a reload, until one logs out", async ({ page }) => {
  const pay = page.getByLabel("You pay", { exact: true });
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/currency-exchange");
  await page.getByLabel("Currency you pay").selectOption("AUD");
  await page.getByLabel("Currency you get").selectOption("ETH");
  await pay.fill("1234.50");
  await pay.blur();
  await page.reload();
  await expect(pay).toHaveValue("1,234.50");
  await expect(page.getByLabel("Currency you get")).toHaveValue("ETH");
  // Someone who closes the tab before the next page is there leaves nothing behind either.
  let letThrough = (): void => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/js/chunks/**", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Log out" }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("exchangeForm"))).toBeNull();
  letThrough();
  await page.waitForURL("**/login");
  // Nothing of the one who was logged in is left.
  expect(await page.evaluate(() => localStorage.getItem("userSnapshot"))).toBeNull();
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/currency-exchange");
  await expect(page.getByLabel("Currency you pay")).toHaveValue("BTC");
  await expect(pay).toHaveValue("");
});

test.describe("header and footer", () => {
  test("a guest is offered to log in and to sign up", async ({ page }) => {
    await page.goto("/");
    const header = page.getByRole("banner");
    for (const name of ["Buy/Sell", "Crypto Basics", "Support", "Log in", "Sign up"]) {
      await expect(header.getByRole("link", { name, exact: true })).toBeVisible();
    }
    const footer = page.getByRole("contentinfo");
    for (const name of [
      "About",
      "Support",
      "Affiliate Partnership",
      "Security",
      "Buy Cryptocurrencies",
      "What we owe",
      "OTC desk",
      "Terms of Service",
      "AML",
      "Privacy policy",
    ]) {
      await expect(footer.getByRole("link", { name, exact: true })).toBeVisible();
    }
    await expect(footer.getByRole("link", { name: "Affiliate Partnership" })).not.toHaveAttribute("target");
    await expect(footer.getByRole("link", { name: /Transak/ })).toHaveAttribute("rel", /noopener/);
    await expect(footer).toContainText(`© 2020–${new Date().getFullYear()} `);
  });

  test("someone signed in finds the dashboard under the name, cut at nine, and can log out", async ({
    page,
  }) => {
    // 'Referring' has nine letters: cut to nine, with an ellipsis.
    await signInByRequest(page, "partner@demo.test");
    await page.goto("/support");
    const header = page.getByRole("banner");
    await expect(header.getByRole("link", { name: /Referring…$/ })).toBeVisible();
    await expect(header.getByRole("link", { name: "Log in" })).toHaveCount(0);
    await header.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(header.getByRole("link", { name: "Sign up" })).toBeVisible();
  });
});

test("every link within the dashboard leads somewhere", async ({ page, request }) => {
  test.setTimeout(180_000);
  await signIn(page, "partner@demo.test");
  const state = await page.context().storageState();
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const broken: string[] = [];
  /** Addresses that differ only in their questions are one page; of each page a few are looked at. */
  const looked = new Map<string, number>();
  const seen = new Set<string>(["/dashboard"]);
  for (const address of seen) {
    const { pathname } = new URL(address, "http://here");
    if ((looked.get(pathname) ?? 0) >= 2) continue;
    looked.set(pathname, (looked.get(pathname) ?? 0) + 1);
    const response = await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 }), address).toBeVisible();
    const heading = await page.getByRole("heading", { level: 1 }).textContent();
    if (response?.status() !== 200 || heading === "Page not found") broken.push(address);
    // The screen says the same as the shell before the code came.
    const early = /data-shell[\s\S]*<h1[^>]*>([^<]+)</.exec((await response?.text()) ?? "")?.[1];
    if (early !== undefined) expect(heading, address).toBe(early);
    if (!pathname.startsWith("/dashboard")) continue;
    await expect(page.locator("[aria-busy=true]"), address).toHaveCount(0);
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    for (const link of links.filter((href) => href.startsWith("/"))) {
      const target = new URL(link, "http://here");
      if (/^\/(?:api|docs|\.well-known)(?:\/|$)/.test(target.pathname)) {
        const answer = await request.get(link, { headers: { cookie } });
        if (answer.status() !== 200) broken.push(`${address} → ${link}: ${answer.status()}`);
      } else seen.add(target.pathname + target.search);
    }
  }
  expect(broken).toEqual([]);
  expect(looked.size).toBeGreaterThan(9);
});

const PHONE = { width: 390, height: 844 };
const bar = (page: Page) => page.getByRole("navigation", { name: "Dashboard" });

test.describe("the dashboard's frame", () => {
  test("at a desk the sections are at the side, under their headings, and support with them", async ({
    page,
  }) => {
    await signInByRequest(page, "customer@demo.test");
    await page.goto("/dashboard/transactions-history");
    await expect(bar(page).getByRole("link")).toHaveText([
      "Personal information",
      "Transactions history",
      "Deposit money",
      "Withdraw money",
      "Buy/Sell Crypto-Currencies",
      "Add/Update Bank Account",
      "Statements",
      "Support",
      "Login and security",
      "Address book",
    ]);
    await expect(bar(page)).toContainText(
      /history\s*Money\s*Deposit.*Currencies\s*Account\s*Add.*Statements\s*More.*Support\s*Security\s*Login/,
    );
    await bar(page).getByText("More", { exact: true }).click();
    await bar(page).getByRole("link", { name: "Webhooks" }).click();
    await expect(page).toHaveURL(/\/dashboard\/webhooks$/);
    // On the page of one of them it stays open.
    await expect(bar(page).getByRole("link", { name: "Price alerts" })).toBeVisible();
    await bar(page).getByRole("link", { name: "Support" }).click();
    await expect(page).toHaveURL(/\/dashboard\/support$/);
    await bar(page).getByRole("link", { name: "Transactions history" }).click();
    await expect(page).toHaveURL(/\/dashboard\/transactions-history$/);
    const here = bar(page).getByRole("link", { name: "Transactions history" });
    await expect(here).toHaveAttribute("aria-current", "page");
    await expect(here).toHaveCSS("font-weight", "600");
    await expect(page.getByRole("button", { name: "More" })).toHaveCount(0);
    // The line-work has only the free gap, and goes where the window is low.
    await page.setViewportSize({ width: 1440, height: 1100 });
    const lines = page.locator("header svg[viewBox='-500 -500 1000 1000']");
    await expect(lines).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 810 });
    await expect(lines).toBeHidden();
    // Wide windows are used: 1480 px of content.
    await page.setViewportSize({ width: 1920, height: 1000 });
    const used = await page.getByRole("main").evaluate((main) => {
      const style = getComputedStyle(main);
      return main.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    });
    expect(used).toBe(1480);
  });

  test("on a phone five places are at the lower edge, and the one that one is at is marked", async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await signInByRequest(page, "customer@demo.test");
    await page.goto("/dashboard/personal-information");
    const places = bar(page).locator("a, button");
    await expect(places).toHaveText(["Overview", "Buy/Sell", "Deposit/Withdraw", "History", "More"]);
    for (const [name, path] of [
      ["History", "transactions-history"],
      ["Buy/Sell", "currency-exchange"],
      ["Overview", "personal-information"],
    ] as const) {
      await bar(page).getByRole("link", { name }).click();
      await expect(page).toHaveURL(new RegExp(`/dashboard/${path}$`));
      await expect(bar(page).locator("[aria-current]")).toHaveText([name]);
    }
    await bar(page).getByRole("button", { name: "Deposit/Withdraw" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Withdraw money" }).click();
    await expect(page).toHaveURL(/\/dashboard\/withdraw-money$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(bar(page).locator("[aria-current]")).toHaveText(["Deposit/Withdraw"]);
    // 68 px, at the very edge, and nothing at the page's end is under it.
    const box = await bar(page).boundingBox();
    expect([box?.height, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([68, PHONE.height]);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const end = await page
      .getByRole("main")
      .evaluate((main) => main.lastElementChild?.getBoundingClientRect().bottom);
    expect(end).toBeLessThanOrEqual(box?.y ?? 0);
  });

  test("More has every section, the colours and logging out; Escape and a press outside close it", async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signInByRequest(page, "partner@demo.test");
    await page.goto("/dashboard/partners");
    await wake(page);
    const more = bar(page).getByRole("button", { name: "More" });
    await expect(more).toHaveAttribute("aria-current", "true");
    await more.focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Referring Partner" });
    await expect(sheet.getByRole("button", { name: "Close" })).toBeFocused();
    await sheet.locator("summary").click();
    await expect(sheet.getByRole("link")).toHaveText([
      "Personal information",
      "Transactions history",
      "Deposit money",
      "Withdraw money",
      "Buy/Sell Crypto-Currencies",
      "Add/Update Bank Account",
      "Partners Board",
      "Statements",
      "Recurring buys",
      "Price alerts",
      "API tokens",
      "Webhooks",
      "Support",
      "Login and security",
      "Address book",
    ]);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 480 });
    expect(await overflowOf(page)).toEqual([]);
    await sheet.getByRole("radio", { name: "Dark" }).check({ force: true });
    await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
    await page.keyboard.press("Escape");
    await expect(sheet).toHaveCount(0);
    await expect(more).toBeFocused();
    await page.setViewportSize(PHONE);
    await more.click();
    await expect(sheet).toBeVisible();
    await page.mouse.click(200, 20);
    await expect(sheet).toHaveCount(0);
    await more.click();
    await sheet.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test("the bar gives way to the keyboard on the screen, and not to magnification", async ({ page }) => {
    await page.setViewportSize(PHONE);
    await signInByRequest(page, "customer@demo.test");
    await page.goto("/dashboard/withdraw-money");
    await wake(page);
    await expect(bar(page)).toBeVisible();
    /** As a browser says that this much of the page is seen. */
    const see = (height: number, scale: number): Promise<void> =>
      page.evaluate(
        ([seen, times]) => {
          Object.defineProperties(window.visualViewport, {
            height: { value: seen, configurable: true },
            scale: { value: times, configurable: true },
          });
          window.visualViewport?.dispatchEvent(new Event("resize"));
        },
        [height, scale] as const,
      );
    await see(500, 1);
    await expect(bar(page)).toBeHidden();
    await see(844, 1);
    await expect(bar(page)).toBeVisible();
    await see(422, 2);
    await expect(bar(page)).toBeVisible();
  });
});
