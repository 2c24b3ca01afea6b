import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, ElementContext, RunOnly, RunOptions } from "axe-core";
import { expect, type Page } from "@playwright/test";

/** Runs in the page. A window that was just made narrower has its new width a frame before the rules for that width apply. */
export const twoFrames = (): Promise<void> =>
  new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Waits until all of the page answers, as it marks itself. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("ready").length > 0);
}

/** Wakes a prerendered page up, as a visitor's first sign of interest does, and waits until its code runs. */
export async function wake(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await alive(page);
}

/** Wakes the page up and waits until nothing on it is on its way any more. */
export async function settle(page: Page): Promise<void> {
  await wake(page);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

interface AxeInPage {
  readonly run: (context: ElementContext, options: RunOptions) => Promise<AxeResults>;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Runs axe within the page itself, frames left out, and asks it for nothing but faults: a third of the time that it
 * takes otherwise. Nothing can be reached of a page behind a dialog; it was looked at before that.
 */
async function linesOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { readonly axe: AxeInPage };
    const dialogs = [...document.querySelectorAll(":modal, [aria-modal=true]")].filter((dialog) =>
      dialog.checkVisibility(),
    );
    const { violations } = await axe.run(
      { ...(dialogs.length > 0 && { include: dialogs }), exclude: [["iframe"]] },
      { runOnly: only, resultTypes: ["violations"] },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, runOnly);
}

/** Axe's findings on the page as it is, a line each. */
export const faultsOf = (page: Page): Promise<string[]> =>
  linesOf(page, {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  });

/** Axe's findings only about colours, for a page whose markup `faultsOf` has seen in other ones. */
export const colourFaultsOf = (page: Page): Promise<string[]> =>
  linesOf(page, { type: "rule", values: ["color-contrast", "link-in-text-block"] });

/**
 * Axe's findings on the page in both colour schemes at each of the widths, a line each. It is left in the light scheme,
 * at the first width.
 * @param widths in pixels; none for the page as it is
 */
export async function faultsInBothSchemes(
  page: Page,
  widths: readonly (number | undefined)[] = [undefined],
): Promise<string[]> {
  const found: string[] = [];
  const look = async (
    scheme: "light" | "dark",
    order: readonly (number | undefined)[],
    faults: (page: Page) => Promise<string[]>,
  ): Promise<void> => {
    await showIn(page, scheme);
    for (const width of order) {
      if (width !== undefined) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(twoFrames);
      }
      const where = width === undefined ? scheme : `${scheme}, ${width} px`;
      for (const fault of await faults(page)) found.push(`${where}: ${fault}`);
    }
  };
  // There and back: what is set once need not be set again.
  await look("light", widths, faultsOf);
  await look("dark", widths.toReversed(), colourFaultsOf);
  await showIn(page, "light");
  return found;
}

/** Shows the page in a colour scheme without motion: nothing fades, and what else moves by itself is put at its end. */
async function showIn(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(twoFrames);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const ends = animation.effect?.getComputedTiming().endTime !== Infinity;
      if (ends && animation.timeline instanceof DocumentTimeline) animation.finish();
    }
  });
}

/**
 * By how much the page could be scrolled sideways and, a line each, what sticks out of the window: selector, right edge
 * in pixels and text. Content that a box in between cuts off or scrolls by itself makes no page wider.
 * @returns nothing if the page keeps within the window
 */
export async function overflowOf(page: Page): Promise<string[]> {
  await page.evaluate(twoFrames);
  return page.evaluate(() => {
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
}

/**
 * As wide as readers may set them (WCAG 2.2, 1.4.12). So wide are also those of the system's font, which a page is set in for a
 * moment whenever its width changes: the browser then takes up its fonts again. A drawing's labels are as wide as it drew them.
 */
export const WIDER_LETTERS = `
  * { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  svg * { letter-spacing: normal !important; word-spacing: normal !important }
`;

/** Texts that are cut off: wider than a box that hides or ends its content, or reaching out of the window. */
export const clippedOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode() !== null) {
      const text = words.currentNode.nodeValue?.trim() ?? "";
      const parent = words.currentNode.parentElement;
      if (text === "" || parent === null || parent.closest(".skip-link, .skip, title, option, select"))
        continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box);
        // Parts that scroll by themselves (a strip of sections, a wide table) can be reached, and texts for screen
        // readers only are hidden in this way.
        if (/auto|scroll/.test(style.overflowX) || style.clipPath === "inset(50%)") break;
        const around = box.getBoundingClientRect();
        const cuts = /hidden|clip/.test(style.overflowX) || box === document.documentElement;
        if (cuts && (left < around.left - 1 || right > around.right + 1)) {
          found.push(text);
          break;
        }
      }
    }
    return found;
  });

/** Nothing sticks out sideways, not on the narrowest phone, and nothing is wrong with it in either colour scheme. */
export async function expectWellMade(page: Page): Promise<void> {
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await overflowOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await overflowOf(page)).toEqual([]);
}
