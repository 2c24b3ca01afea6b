import { chromium as launcher, type CDPSession } from "playwright";
import { CHROMIUM_FLAGS } from "../../../scripts/chromium.ts";
import { signIn } from "./sign-in.ts";

/** How long the page has run scripts so far, in milliseconds of its thread's own processor time. */
async function scriptTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  const found = metrics.find(({ name }) => name === "ScriptDuration");
  if (found === undefined) throw new Error("the browser does not say how long scripts ran");
  return 1000 * found.value;
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
    await signIn(page, signInAs, { origin, to: /\/teamaccess$/ });
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    await page.waitForLoadState("networkidle");
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const times: number[] = [];
    const nav = page.getByRole("navigation", { name: "Back office" });
    const addresses = await nav
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
    for (const address of addresses.filter((each) => each !== new URL(page.url()).pathname)) {
      const before = await scriptTime(session);
      await nav.locator(`a[href="${address}"]`).click();
      await page.waitForURL(`${origin}${address}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      times.push((await scriptTime(session)) - before);
    }
    if (times.length === 0) throw new Error("the desk leads to no other screen");
    return Math.max(...times);
  } finally {
    await browser.close();
  }
}
