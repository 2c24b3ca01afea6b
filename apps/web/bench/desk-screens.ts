import { setTimeout as wait } from "node:timers/promises";
import { chromium as launcher, type CDPSession, type Page } from "playwright";
import { CHROMIUM_FLAGS } from "../../../scripts/chromium.ts";
import { signIn } from "./sign-in.ts";

/** How long the page has run scripts so far, in milliseconds of its thread's own processor time. */
async function scriptTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  const found = metrics.find(({ name }) => name === "ScriptDuration");
  if (found === undefined) throw new Error("the browser does not say how long scripts ran");
  return 1000 * found.value;
}

/** Without a request for this long a screen has what it asked for, in milliseconds. */
const QUIET_MS = 200;
const POLL_MS = 20;

/** @returns a wait for when all that a page has asked for has come */
function followRequests(page: Page): () => Promise<void> {
  let underWay = 0;
  let last = performance.now();
  const count = (by: number) => (): void => {
    underWay += by;
    last = performance.now();
  };
  page.on("request", count(1));
  page.on("requestfinished", count(-1));
  page.on("requestfailed", count(-1));
  return async () => {
    last = performance.now();
    while (underWay > 0 || performance.now() - last < QUIET_MS) await wait(POLL_MS);
  };
}

/**
 * Goes through the desk's screens, each for the first time.
 * @returns milliseconds of script of the slowest, from the click to when it has its data: of the thread's own processor time, so that
 *   what other programs of the machine do does not count
 */
export async function slowestDeskScreen({
  chromium,
  origin,
  signInAs,
}: {
  readonly chromium: string;
  readonly origin: string;
  readonly signInAs: string;
}): Promise<number> {
  const browser = await launcher.launch({ executablePath: chromium, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const quiet = followRequests(page);
    await signIn(page, signInAs, { origin, to: /\/teamaccess$/ });
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    await quiet();
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const times: number[] = [];
    const nav = page.getByRole("navigation", { name: "Back office" });
    const addresses = await nav
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    for (const address of addresses.filter((each) => each !== new URL(page.url()).pathname)) {
      const link = nav.locator(`a[href="${address}"]`);
      // The list of screens may be longer than the window.
      await link.scrollIntoViewIfNeeded();
      const place = await link.boundingBox();
      if (place === null) throw new Error(`no link to ${address} is in sight`);
      const before = await scriptTime(session);
      // Only by the mouse: what looks for elements runs scripts in the page, too.
      await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
      await quiet();
      times.push((await scriptTime(session)) - before);
      // A queue that was worked through meanwhile leads to the screen's first view.
      await page.locator(`a[href^="${address.split("?")[0]}"][aria-current="page"]`).waitFor();
      await page.getByRole("heading", { level: 1 }).waitFor();
    }
    if (times.length === 0) throw new Error("the desk leads to no other screen");
    return Math.max(...times);
  } finally {
    await browser.close();
  }
}
