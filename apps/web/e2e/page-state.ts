import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Wakes a prerendered page up, as a visitor's first sign of interest does, and waits until its code runs. */
export async function wake(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await page.waitForFunction(() => {
    const root = document.querySelector("#main");
    return root !== null && Object.keys(root).some((key) => key.startsWith("__reactFiber"));
  });
}

/** Wakes the page up and waits until nothing on it is on its way any more. */
export async function settle(page: Page): Promise<void> {
  await wake(page);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/**
 * What axe finds on the page as it is, a line each; nothing is looked for within frames. axe's newer mode, which looks
 * into them, opens a second page for each call, and a busy Chromium now and then never does.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .exclude("iframe")
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/**
 * By how much the page could be scrolled sideways and, a line each, what sticks out of the window: selector, right edge in
 * pixels and text. What a box in between cuts off or scrolls by itself makes no page wider.
 * @returns nothing where the page keeps within the window
 */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const width = root.clientWidth;
    const beyond = root.scrollWidth - width;
    if (beyond <= 0) return [];
    const stepOf = ({ localName, id, classList }: Element): string =>
      [localName, id === "" ? "" : `#${id}`, ...[...classList].map((name) => `.${name}`)].join("");
    const chainOf = (element: Element | null): Element[] =>
      element === null || element === document.body ? [] : [...chainOf(element.parentElement), element];
    const sticksOut = (element: Element): boolean =>
      element.checkVisibility() &&
      element.getBoundingClientRect().right > width &&
      chainOf(element.parentElement).every((box) => getComputedStyle(box).overflowX === "visible");
    const lines = [...document.body.querySelectorAll("*")].filter(sticksOut).map((element) => {
      const selector = chainOf(element).slice(-3).map(stepOf).join(" > ");
      const text = (element.textContent ?? "").trim().slice(0, 40);
      return `${selector}: right edge at ${element.getBoundingClientRect().right.toFixed(1)} of ${width} px, "${text}"`;
    });
    return [`${beyond} px too wide`, ...lines];
  });
