// `npm run screenshots [-- PART…]`: every address of the built product and the states that people get its screens into, at
// 1440 and 390 px, light and dark, as a guest and as the demo accounts, into the ignored folder `screenshots/`. With
// arguments only the pictures whose name has one of them; with `readme` those of the README, into `docs/pictures/` (`readme-pictures.ts`).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright";
import { anywhereElse, signIn } from "../apps/web/bench/sign-in.ts";
import { CHROMIUM_FLAGS, ensureChromium } from "./chromium.ts";
import { endOnSignals } from "./end-on-signals.ts";
import {
  fingerprint,
  LARGEST_PICTURE,
  pictureFile,
  PICTURES_FOLDER,
  README_PICTURES,
  SCHEMES,
  TAKEN_OF,
  withPictures,
} from "./readme-pictures.ts";
import { SCREEN_STATES, type ScreenState } from "./screen-states.ts";
import { startProduct } from "./start-product.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const FOLDER = path.join(ROOT, "screenshots");
const WIDTHS = { wide: 1440, narrow: 390 } as const;
const NOWHERE = "/no-such-page";

/** The addresses that the build made, without files such as the site map. */
const addresses = Object.keys(
  JSON.parse(readFileSync(path.join(ROOT, "apps/web/dist/pages.json"), "utf8")) as Record<string, string>,
).filter((address) => !address.includes("."));
const dashboard = addresses.filter((address) => address.startsWith("/dashboard/"));
const desk = addresses.filter((address) => /^\/teamaccess(?!\/(?:login|invitation))/.test(address));
const has = (...wanted: readonly string[]): string[] =>
  wanted.filter((address) => addresses.includes(address));

/** Accounts and the screens that they look at. An account that is led elsewhere is pictured where it arrives. */
const VISITORS: readonly {
  readonly who: string;
  readonly email?: string;
  readonly sees: readonly string[];
}[] = [
  {
    who: "guest",
    sees: [
      ...addresses.filter((address) => !dashboard.includes(address) && !desk.includes(address)),
      "/register/demo-partner",
      NOWHERE,
    ],
  },
  { who: "customer", email: "customer@demo.test", sees: ["/", ...dashboard] },
  { who: "partner", email: "partner@demo.test", sees: dashboard },
  { who: "nigeria", email: "nigeria@demo.test", sees: dashboard },
  { who: "staff", email: "operator@demo.test", sees: desk },
  { who: "new", email: "new@demo.test", sees: has("/email-not-verify") },
  { who: "unverified", email: "unverified@demo.test", sees: has("/user-information") },
  { who: "blocked", email: "blocked@demo.test", sees: has("/access-denied") },
];

const SETTLED_MS = 400;
const README_SETTLED_MS = 2_500;

const stateOf = (state: ScreenState) => ({ address: state.address, state });

/** Waits until the page has what it asked for; one that is never done asking is pictured as it is. */
const untilIdle = (page: Page): Promise<void> =>
  page.waitForLoadState("networkidle", { timeout: 10_000 }).catch(() => undefined);

/** Takes a picture of the whole page when it has its data, its fonts and everything in view. */
async function picture(page: Page, url: string, file: string, state?: ScreenState): Promise<void> {
  if (state !== undefined) await page.clock.install();
  await page.goto(url, { waitUntil: "load" });
  await untilIdle(page);
  if (state !== undefined) {
    await state.reach(page);
    // A popup or an alert comes and goes by itself: the picture is of now, not of the whole page scrolled through.
    await page.clock.runFor(SETTLED_MS);
    await page.waitForTimeout(SETTLED_MS);
    await page.screenshot({ path: file });
    return;
  }
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Parts that are drawn only as they are looked at.
    for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
      window.scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
    window.scrollTo(0, 0);
  });
  await untilIdle(page);
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: file, fullPage: true });
}

/** A picture sharp on a fine screen, at the best quality that fits. */
async function takeSmall(page: Page, file: string): Promise<void> {
  for (let quality = 85; quality >= 40; quality -= 5) {
    const bytes = await page.screenshot({ type: "jpeg", quality });
    if (bytes.length > LARGEST_PICTURE) continue;
    writeFileSync(file, bytes);
    return;
  }
  throw new Error(`${file} would be larger than ${LARGEST_PICTURE} bytes`);
}

/** Takes the README's pictures, puts them into it, and keeps what they were taken of. */
async function takeForReadme(browser: Browser, origin: string): Promise<number> {
  const folder = path.join(ROOT, PICTURES_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Home last, when the product has been up long enough for the day's change of every coin.
  for (const { name, address, email, state: wanted, viewport } of README_PICTURES.toReversed()) {
    for (const colorScheme of SCHEMES) {
      const context = await browser.newContext({
        colorScheme,
        reducedMotion: "reduce",
        locale: "en-AU",
        deviceScaleFactor: 2,
        viewport,
      });
      const page = await context.newPage();
      if (email !== undefined) await signIn(page, email, { origin, to: anywhereElse });
      await page.goto(origin + address, { waitUntil: "load" });
      await untilIdle(page);
      const state = SCREEN_STATES.find((one) => one.name === wanted && one.address === address);
      if (wanted !== undefined && state === undefined) throw new Error(`there is no state ${wanted}`);
      await state?.reach(page);
      // Charts are drawn after their prices have come.
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      await page.waitForTimeout(README_SETTLED_MS);
      await takeSmall(page, path.join(ROOT, pictureFile(name, colorScheme)));
      await context.close();
    }
  }
  const taken = Object.fromEntries(README_PICTURES.map((picture) => [picture.name, fingerprint(picture)]));
  writeFileSync(path.join(ROOT, TAKEN_OF), `${JSON.stringify(taken, null, 2)}\n`);
  const readme = path.join(ROOT, "README.md");
  writeFileSync(readme, withPictures(readFileSync(readme, "utf8"), README_PICTURES));
  return README_PICTURES.length * SCHEMES.length;
}

async function visit(browser: Browser, origin: string, only: readonly string[]): Promise<number> {
  let taken = 0;
  for (const { who, email, sees } of VISITORS) {
    const states = SCREEN_STATES.filter((state) => state.who === who);
    const wanted = [
      ...sees.map((address) => ({ address, state: undefined })),
      ...states.map(stateOf),
    ].flatMap(({ address, state }) =>
      Object.entries(WIDTHS).flatMap(([kind, width]) =>
        SCHEMES.map((colorScheme) => {
          const [path = ""] = address.split(/[?#]/);
          const page = path === "/" ? "home" : path.slice(1).replaceAll("/", ".");
          const shown = state === undefined ? page : `${page}.${state.name}`;
          return { address, state, width, colorScheme, name: `${who}.${shown}.${kind}.${colorScheme}` };
        }),
      ),
    );
    const chosen = wanted
      .filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)))
      .filter(({ state, width }) => state?.narrow === undefined || width === WIDTHS.narrow);
    if (chosen.length === 0) continue;
    const first = await browser.newContext();
    if (email !== undefined) await signIn(await first.newPage(), email, { origin, to: anywhereElse });
    const storageState = await first.storageState();
    await first.close();
    for (const width of Object.values(WIDTHS)) {
      for (const colorScheme of SCHEMES) {
        const context = await browser.newContext({
          storageState,
          colorScheme,
          reducedMotion: "reduce",
          locale: "en-AU",
          viewport: { width, height: 900 },
        });
        for (const each of chosen.filter((one) => one.width === width && one.colorScheme === colorScheme)) {
          // On a page of its own, because a state may leave a clock and cut lines behind.
          const page = await context.newPage();
          try {
            await picture(page, origin + each.address, path.join(FOLDER, `${each.name}.png`), each.state);
          } catch (error) {
            throw new Error(`no picture of ${each.name}`, { cause: error });
          }
          await page.close();
          taken += 1;
        }
        await context.close();
      }
    }
  }
  return taken;
}

endOnSignals();
const only = process.argv.slice(2);
const isForReadme = only.includes("readme");
if (only.length === 0) rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const product = await startProduct();
try {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  try {
    const taken = isForReadme
      ? await takeForReadme(browser, product.origin)
      : await visit(browser, product.origin, only);
    console.log(`${taken} pictures in ${isForReadme ? "docs/pictures" : "screenshots"}/`);
  } finally {
    await browser.close();
  }
} finally {
  await product.stop();
}
