import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { anywhereElse, signIn } from "../bench/sign-in.ts";
import { faultsOf, overflowOf } from "./page-state.ts";

const ADDRESSES = Object.keys(
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, "../dist/pages.json"), "utf8")) as Record<
    string,
    string
  >,
).filter((address) => !address.includes("."));
const SCREENS = ADDRESSES.filter((address) => address.startsWith("/dashboard/"));

/** Stands for the receipt of the customer's latest exchange. */
const RECEIPT = "/dashboard/transactions-history?type=exchange";

/** Who is asked to look at what; the site's own pages have their turn in `site.spec.ts`. */
const VISITS: readonly { readonly email?: string; readonly sees: readonly string[] }[] = [
  {
    sees: [
      ...ADDRESSES.filter((address) =>
        /^\/(?:login|register|forgot-password|reset-password|teamaccess|transak-test|dev)/.test(address),
      ),
      "/register/demo-partner",
    ],
  },
  { email: "partner@demo.test", sees: SCREENS },
  {
    email: "customer@demo.test",
    sees: ["/dashboard/transactions-history", "/dashboard/currency-exchange", RECEIPT],
  },
  { email: "new@demo.test", sees: ["/email-not-verify"] },
  { email: "unverified@demo.test", sees: ["/user-information"] },
  { email: "blocked@demo.test", sees: ["/access-denied"] },
];

for (const { email, sees } of VISITS) {
  test(`axe finds nothing and nothing scrolls sideways: ${email ?? "guest"}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(600_000);
    const first = await browser.newContext();
    if (email !== undefined)
      await signIn(await first.newPage(), email, { origin: baseURL ?? "", to: anywhereElse });
    const storageState = await first.storageState();
    await first.close();
    const found: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ storageState, colorScheme, reducedMotion: "reduce" });
      const page = await context.newPage();
      for (const address of sees) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(address);
        if (address === RECEIPT) {
          await page
            .getByRole("link", { name: /^Receipt/ })
            .first()
            .click();
          await page.getByRole("button", { name: "Check the signature" }).click();
          await expect(page.getByText(/^Genuine/)).toBeVisible();
        }
        await expect(page.getByRole("heading", { level: 1 }), address).toBeVisible();
        // The page of components shows the loading states for ever.
        if (address !== "/dev/ui") await expect(page.locator("[aria-busy=true]"), address).toHaveCount(0);
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          for (const fault of await faultsOf(page))
            found.push(`${address} ${colorScheme} ${width}: ${fault}`);
        }
        // 320 px, and 1440 px at 200 %.
        for (const width of [320, 720]) {
          await page.setViewportSize({ width, height: 700 });
          for (const line of await overflowOf(page)) found.push(`${address} at ${width}: ${line}`);
        }
      }
      await context.close();
    }
    expect(found).toEqual([]);
  });
}
