import { expect, test } from "@playwright/test";
import { signInByRequest } from "../bench/sign-in.ts";
import { colourFaultsOf, settle } from "./page-state.ts";

test("a receipt proves its rate and prints without the page's frame", async ({ page }) => {
  await signInByRequest(page, "customer@demo.test");
  await page.goto("/dashboard/transactions-history?type=exchange");
  await page
    .getByRole("link", { name: /^Receipt/ })
    .first()
    .click();
  await expect(page.getByText(/^Genuine/)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Ledger entries" })).toBeVisible();
  // One title, in lines that the eye can follow.
  await expect(page.getByRole("heading", { name: "Receipt", exact: true })).toBeHidden();
  expect((await page.getByRole("article").boundingBox())?.width).toBeLessThanOrEqual(640);
});

for (const [name, chosen] of [
  ["the system's dark scheme", null],
  ["the dark scheme chosen here", "dark"],
] as const) {
  test(`a receipt printed with its background graphics is readable, in ${name}`, async ({ page }) => {
    await signInByRequest(page, "customer@demo.test");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/dashboard/transactions-history?type=exchange");
    await settle(page);
    if (chosen !== null) await page.getByRole("radio", { name: "Dark" }).check({ force: true });
    await page
      .getByRole("link", { name: /^Receipt/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: "Ledger entries" })).toBeVisible();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const grounds = await page.getByRole("article").evaluate((article) => {
      const found = new Set<string>();
      const looked = [...article.querySelectorAll("*")];
      for (let at: Element | null = article; at !== null; at = at.parentElement) looked.push(at);
      for (const element of looked) {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        if (element.checkVisibility() && !backgroundColor.endsWith(", 0)")) found.add(backgroundColor);
        for (const [colour] of backgroundImage.matchAll(/rgb\([^)]*\)/g)) found.add(colour);
      }
      return [...found];
    });
    const brightness = (colour: string): number =>
      Math.min(...(colour.match(/\d+(?:\.\d+)?/g) ?? []).slice(0, 3).map(Number));
    expect(grounds.filter((colour) => brightness(colour) < 225)).toEqual([]);
    expect(await colourFaultsOf(page)).toEqual([]);
  });
}
