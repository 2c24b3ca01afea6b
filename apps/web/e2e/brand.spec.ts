import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { Brand } from "@wattle/contracts/brand";
import { DEFAULT_TIMES, depositTime } from "@wattle/contracts/staff-times";
import { startProduct, type RunningProduct } from "../../../scripts/start-product.ts";
import { signIn } from "../bench/sign-in.ts";
import { faultsInBothSchemes, faultsOf, settle } from "./page-state.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const BRAND_FILE = path.join(ROOT, "examples/brand.json");
const brand = JSON.parse(readFileSync(BRAND_FILE, "utf8")) as Brand;
const ADDRESSES = Object.keys(
  JSON.parse(readFileSync(path.join(ROOT, "apps/web/dist/pages.json"), "utf8")) as Record<string, string>,
);
const PAGES = ADDRESSES.filter((address) => !address.includes(".") && !address.startsWith("/d"));
const SCREENS = ADDRESSES.filter((address) => address.startsWith("/dashboard/"));

let product: RunningProduct;
test.beforeAll(async () => {
  product = await startProduct({ BRAND_FILE });
});
test.afterAll(() => product.stop());

const { reaches, ...otherTimes } = DEFAULT_TIMES;
/** How long things take in an installation that says nothing of it; the brand has other words for each. */
const DEFAULT_WORDS = new RegExp([...Object.values(reaches), ...Object.values(otherTimes)].join("|"), "i");

const token = (page: Page, name: string): Promise<string> =>
  page.evaluate(
    (property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim().toUpperCase(),
    `--${name}`,
  );

/** The drawing of the logo, as it is in the page's markup. */
const LOGO_PATH = /d="([^"]+)"/.exec(brand.logoSvg ?? "")?.[1] ?? "none";

test("every public page has the brand's name, colours and logo, and no trace of another", async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const address of [...PAGES, "/no-such-page"]) {
    await page.goto(product.origin + address);
    // The page as the server sent it, and once the code runs.
    await expect(page.locator("html")).not.toContainText("Wattle");
    await settle(page);
    await expect(page.locator("body"), address).not.toContainText(/wattle/i);
    await expect(page.locator("body"), address).not.toContainText(DEFAULT_WORDS);
    await expect(page).toHaveTitle(address === "/" ? /Bitcoin/ : / — Kurrajong Exchange$/);
    await expect(page.getByRole("banner"), address).toContainText(brand.name);
    await expect(page.getByRole("contentinfo")).toContainText(brand.regulatorLine);
    await expect(page.locator(`header path[d="${LOGO_PATH}"]`), address).toHaveCount(1);
    for (const [colorScheme, suffix] of [
      ["light", ""],
      ["dark", ".dark"],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      for (const name of ["brand", "accent", "hero"]) {
        expect(await token(page, name), `${address} ${name}`).toBe(brand.colours[name + suffix]);
      }
    }
  }
});

test("home, support, deposits and withdrawals take as long as the brand says, and never as long as the default", async ({
  page,
  request,
}) => {
  const { times } = brand;
  const sent = async (address: string): Promise<string> =>
    (await request.get(product.origin + address)).text();
  for (const [address, words] of [
    [
      "/",
      [depositTime(times, "bank_transfer"), depositTime(times, "payid"), depositTime(times, "post_billpay")],
    ],
    ["/support", [...Object.values(times.reaches), `Payments that reach us are ${times.matched}.`]],
  ] as const) {
    const html = await sent(address);
    expect(html, address).not.toMatch(DEFAULT_WORDS);
    await page.goto(product.origin + address);
    await settle(page);
    for (const word of words) {
      expect(html, address).toContain(word);
      await expect(page.locator("main"), address).toContainText(word);
    }
  }

  await signIn(page, "customer@demo.test", { origin: product.origin });
  await page.goto(`${product.origin}/dashboard/deposit-money`);
  for (const method of ["bank_transfer", "payid", "post_billpay"] as const)
    await expect(page.locator("main")).toContainText(times.reaches[method]);
  await expect(page.locator("main")).toContainText(`Bank payments are ${times.matched}`);
  await page.getByLabel("Amount", { exact: true }).fill("50");
  await page.getByRole("radio", { name: /PayID/ }).check();
  await page.locator("main form button[type=submit]").click();
  await expect(page.locator("main")).toContainText(`Payments are ${times.matched}.`);
  await expect(page.locator("main")).toContainText(depositTime(times, "payid"));
  await expect(page.locator("body")).not.toContainText(DEFAULT_WORDS);

  await page.goto(`${product.origin}/dashboard/withdraw-money`);
  for (const word of [times.paidOut, times.arrives]) await expect(page.locator("main")).toContainText(word);
});

test("legal pages and support name the legal entity and the address to write to", async ({ page }) => {
  for (const address of ["/terms-of-service", "/privacy-policy", "/aml"]) {
    await page.goto(product.origin + address);
    await expect(page.locator("main"), address).toContainText(brand.legalEntity);
  }
  await page.goto(`${product.origin}/support`);
  await expect(page.locator(`a[href="mailto:${brand.supportEmail}"]`).first()).toBeVisible();
});

test("a legal text of the operator's own takes the product's place", async ({ page, request }) => {
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const sent = await (await request.get(`${product.origin}/aml`)).text();
  expect(sent).toContain("How we keep crime out</h1>");
  expect(sent).not.toContain("laundering money through you");

  await page.goto(`${product.origin}/aml`);
  await settle(page);
  const heading = page.getByRole("heading", { level: 1, name: "How we keep crime out" });
  await expect(heading).toBeVisible();
  await page
    .getByRole("navigation", { name: "Contents" })
    .getByRole("link", { name: "What we ask of you" })
    .click();
  await expect(page.getByRole("heading", { level: 2, name: "What we ask of you" })).toBeInViewport();
  await expect(page.getByRole("cell", { name: "A photo", exact: true })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);

  // The same within the running page, from another one.
  await page.goto(`${product.origin}/terms-of-service`);
  await settle(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms of Service");
  await page.getByRole("contentinfo").getByRole("link", { name: "AML" }).click();
  await expect(heading).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Who we are" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("the dashboard is the brand's, too", async ({ page }) => {
  await signIn(page, "partner@demo.test", { origin: product.origin });
  for (const address of SCREENS) {
    await page.goto(product.origin + address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page, address).toHaveTitle(/ — Kurrajong Exchange$/);
    await expect(page.locator("body"), address).not.toContainText(/wattle/i);
    await expect(page.locator("body"), address).not.toContainText(DEFAULT_WORDS);
    expect(await token(page, "brand")).toBe(brand.colours["brand"]);
  }
});

test("icon, manifest, site map and data for search engines are the brand's", async ({ request }) => {
  for (const address of ADDRESSES.filter((each) => each.includes(".") || each === "/")) {
    const text = await (await request.get(product.origin + address)).text();
    expect(text, address).not.toContain("Wattle");
    expect(text, address).not.toContain("%%");
  }
  const icon = await (await request.get(`${product.origin}/favicon.svg`)).text();
  expect(icon).toContain(LOGO_PATH);
  expect(icon).toContain(brand.colours["hero"]);
  expect(await (await request.get(`${product.origin}/site.webmanifest`)).json()).toMatchObject({
    name: brand.name,
    theme_color: brand.colours["hero"],
  });
});

test("axe finds nothing in the brand's colours", async ({ page }) => {
  for (const address of ["/", "/login", "/basics", "/otc-desk"]) {
    await page.goto(product.origin + address);
    await settle(page);
    expect(await faultsInBothSchemes(page), address).toEqual([]);
  }
});
