import { expect, test, type Page } from "@playwright/test";
import { signIn } from "../bench/sign-in.ts";
import { overflowOf, settle } from "./page-state.ts";

/** A phone, the widths at which layouts change, a laptop, and the same laptop at 200 %. */
const WIDTHS = [320, 600, 720, 900, 992, 1440] as const;

/** Addresses of the public site, from its own site map. */
async function publicPages(page: Page): Promise<string[]> {
  const map = await (await page.request.get("/sitemap.xml")).text();
  return [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => new URL(match[1] ?? "").pathname);
}

/**
 * Where text and line-work meet: the lines of text whose pixels change when the line-work is taken away, with all letters
 * made transparent. What covers the line-work (a card, a cleared patch) thus counts as it is seen.
 */
async function textOverLines(page: Page): Promise<string[]> {
  const field = page.locator("main > :first-child").first();
  const box = await field.boundingBox();
  if (box === null) return [];
  const top = { x: 0, y: 0, width: box.width, height: box.y + box.height };
  await page.addStyleTag({
    content:
      "*, *::before, *::after { color: transparent !important; animation: none !important; transition: none !important; caret-color: transparent !important }",
  });
  const shot = (): Promise<Buffer> => page.screenshot({ fullPage: true, clip: top, animations: "disabled" });
  const showLines = (visibility: "visible" | "hidden"): Promise<void> =>
    page.locator("svg[viewBox='-500 -500 1000 1000']").evaluateAll((figures, value) => {
      for (const figure of figures) (figure as SVGElement).style.visibility = value;
    }, visibility);
  await showLines("visible");
  const drawn = await shot();
  await showLines("hidden");
  const bare = await shot();
  return page.evaluate(
    async ([one, other]) => {
      const pixels = async (png: string) => {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context?.drawImage(bitmap, 0, 0);
        return { data: context?.getImageData(0, 0, bitmap.width, bitmap.height).data, width: bitmap.width };
      };
      const [with_, without] = [await pixels(one), await pixels(other)];
      const differs = ({ left, top: above, right, bottom }: DOMRect): boolean => {
        for (let y = Math.max(0, Math.floor(above)); y < bottom; y += 1)
          for (let x = Math.max(0, Math.floor(left)); x < right; x += 1)
            for (let channel = 0; channel < 3; channel += 1) {
              const at = (y * with_.width + x) * 4 + channel;
              // A feathered edge may be off by a rounding.
              if (Math.abs((with_.data?.[at] ?? 0) - (without.data?.[at] ?? 0)) > 3) return true;
            }
        return false;
      };
      const found: string[] = [];
      const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (words.nextNode() !== null) {
        const range = document.createRange();
        range.selectNodeContents(words.currentNode);
        if (words.currentNode.nodeValue?.trim() === "") continue;
        const shown = words.currentNode.parentElement;
        if (shown === null || !shown.checkVisibility() || shown.closest(".visually-hidden, .skip-link"))
          continue;
        if ([...range.getClientRects()].some((rect) => differs(rect)))
          found.push(words.currentNode.nodeValue?.trim() ?? "");
      }
      return found;
    },
    [drawn.toString("base64"), bare.toString("base64")] as const,
  );
}

for (const width of WIDTHS) {
  test(`at ${width} px no public page runs line-work behind text or can be scrolled sideways`, async ({
    page,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const faults: string[] = [];
    const pages = await publicPages(page);
    expect(pages.length).toBeGreaterThan(10);
    for (const path of [...pages, "/no-such-page"]) {
      await page.goto(path);
      await settle(page);
      for (const line of await overflowOf(page)) faults.push(`${path}: ${line}`);
      // What moves by itself meanwhile, such as a price, is no fault: it is not at the same place twice.
      const first = new Set(await textOverLines(page));
      if (first.size === 0) continue;
      const texts = (await textOverLines(page)).filter((text) => first.has(text));
      faults.push(...texts.map((text) => `${path}: ${text}`));
    }
    expect(faults).toEqual([]);
  });
}

/** Texts that are cut off: wider than a box that hides or ends its content, or reaching out of the window. */
const clippedOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (words.nextNode() !== null) {
      const text = words.currentNode.nodeValue?.trim() ?? "";
      const parent = words.currentNode.parentElement;
      if (
        text === "" ||
        parent === null ||
        parent.closest(".visually-hidden, .skip-link, title, option, select")
      )
        continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      // For screen readers alone: the heads of tables that are shown as cards.
      if (
        parent.closest("thead") !== null &&
        getComputedStyle(parent.closest("thead") ?? parent).clipPath !== "none"
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0) continue;
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        const style = getComputedStyle(box);
        // What scrolls by itself (a strip of sections, a wide table) can be reached.
        if (/auto|scroll/.test(style.overflowX)) break;
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

test("at 320 px nothing is clipped on a public page", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 700 });
  const faults: string[] = [];
  const more = [
    "/login",
    "/register",
    "/forgot-password",
    "/reset-password",
    "/teamaccess/login",
    "/no-such-page",
  ];
  for (const path of new Set([...(await publicPages(page)), ...more])) {
    await page.goto(path);
    await settle(page);
    for (const line of await overflowOf(page)) faults.push(`${path}: ${line}`);
    for (const text of await clippedOn(page)) faults.push(`${path}: ${text}`);
  }
  expect(faults).toEqual([]);
});

test("at 320 px nothing is clipped behind signing in", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, "partner@demo.test");
  const faults: string[] = [];
  const links = page.getByRole("navigation", { name: "Dashboard" }).getByRole("link");
  await expect(links.first()).toBeVisible();
  const sections = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  expect(sections.length).toBeGreaterThan(6);
  for (const path of [...sections, "/dashboard/deposit-money/card"]) {
    await page.goto(path);
    await settle(page);
    for (const line of await overflowOf(page)) faults.push(`${path}: ${line}`);
    for (const text of await clippedOn(page)) faults.push(`${path}: ${text}`);
  }
  expect(faults).toEqual([]);
});

test("what sticks out of the window is named", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const cut = `<div style="overflow: hidden"><b style="display: block; width: 900px">Cut</b></div>`;
  await page.setContent(
    `<body style="margin: 0"><main class="wide"><p style="width: 322px">Too far</p></main>${cut}</body>`,
  );
  expect(await overflowOf(page)).toEqual([
    "2 px too wide",
    `main.wide > p: right edge at 322.0 of 320 px, "Too far"`,
  ]);
  await page.setViewportSize({ width: 322, height: 700 });
  expect(await overflowOf(page)).toEqual([]);
});

for (const width of [786, 800, 1024]) {
  test(`the header's links are a line each at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    for (const path of ["/", "/support", "/basics"]) {
      await page.goto(path);
      await settle(page);
      const broken = await page
        .locator("header")
        .first()
        .locator("a:not(:has(svg)), button:not(:has(svg))")
        .evaluateAll((links) =>
          links
            .filter((link) => {
              const text = document.createRange();
              text.selectNodeContents(link);
              const tops = [...text.getClientRects()].map(({ top, height }) => Math.round(top + height / 2));
              return link.checkVisibility() && Math.max(...tops) - Math.min(...tops) > 8;
            })
            .map((link) => link.textContent),
        );
      expect(broken, path).toEqual([]);
      expect(await overflowOf(page), path).toEqual([]);
    }
  });
}

const FORMS = [
  "/login",
  "/teamaccess/login",
  "/register",
  "/forgot-password",
  "/reset-password?token=a&email=b",
  "/support",
  "/otc-desk",
];
for (const path of FORMS) {
  test(`every field of ${path} is 360 px wide, in one column`, async ({ page }) => {
    for (const [width, expected] of [
      [1440, 360],
      [768, 360],
      [320, undefined],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await settle(page);
      const boxes = await page
        .locator("form")
        .first()
        .locator("input:not([type=checkbox]), select, textarea")
        .evaluateAll((controls) =>
          controls
            .filter((control) => control.checkVisibility())
            .map((control) => {
              const group = control.closest("div:has(> div > label)") ?? control;
              const { left, width: wide } = group.getBoundingClientRect();
              return { left: Math.round(left), wide: Math.round(wide) };
            }),
        );
      expect(boxes.length).toBeGreaterThan(0);
      expect(new Set(boxes.map(({ left }) => left)).size).toBe(1);
      if (expected !== undefined) expect(new Set(boxes.map(({ wide }) => wide))).toEqual(new Set([expected]));
    }
  });
}
