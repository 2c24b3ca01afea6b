import { expect, type Page } from "@playwright/test";

/** Counts clicks from now on. A reload would forget the count: all of them are in one page. */
export async function countClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset["clicks"] = "0";
    window.addEventListener(
      "click",
      ({ isTrusted, detail }) => {
        if (!isTrusted || detail === 0) return;
        const { dataset } = document.documentElement;
        dataset["clicks"] = String(Number(dataset["clicks"]) + 1);
      },
      true,
    );
  });
}

/** @param count of clicks since `countClicks` */
export const expectClicks = (page: Page, count: number): Promise<void> =>
  expect(page.locator("html")).toHaveAttribute("data-clicks", String(count));
