import { chromium as launcher, type Browser } from "playwright";
import { CHROMIUM_FLAGS } from "../../../scripts/chromium.ts";

/** An event of Chromium's trace; `ts` is a moment, and `tdur` processor time of its thread, in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
}

const CATEGORIES = ["loading", "disabled-by-default-devtools.timeline"];
/** The page is watched for this long from its first paint on: all that it loads by itself has come by then. */
const WATCHED_MS = 5_000;
/** A task that is longer keeps someone waiting who taps meanwhile, in milliseconds: what is above it counts. */
const NOT_NOTICED_MS = 50;

/** Processor time of each task of the page's main thread from its first paint on, in milliseconds. */
async function tasksOf(browser: Browser, url: string): Promise<readonly number[]> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.goto(url);
  await page.waitForFunction((watched) => {
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    return painted !== undefined && performance.now() > painted.startTime + watched;
  }, WATCHED_MS);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as {
    traceEvents: readonly TraceEvent[];
  };
  await page.close();
  const painted = traceEvents.find(({ name }) => name === "firstContentfulPaint");
  if (painted === undefined) throw new Error("the trace has no first paint");
  return (
    traceEvents
      .filter(
        ({ name, pid, tid, ts }) =>
          name === "RunTask" && pid === painted.pid && tid === painted.tid && ts >= painted.ts,
      )
      // The task that runs as the trace ends has no time yet.
      .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]))
  );
}

/**
 * Total blocking time of a page on processors that are slower than this one: worked out from the processor time of each
 * task, so that neither the line nor other programs of the machine count.
 * @returns for each run, the milliseconds that it would be on a processor so many times slower
 */
export async function blockedTimes({
  chromium,
  url,
  runs,
}: {
  readonly chromium: string;
  readonly url: string;
  readonly runs: number;
}): Promise<readonly ((slowdown: number) => number)[]> {
  const browser = await launcher.launch({ executablePath: chromium, args: CHROMIUM_FLAGS });
  try {
    const all: (readonly number[])[] = [];
    for (let run = 0; run < runs; run += 1) all.push(await tasksOf(browser, url));
    return all.map(
      (tasks) => (slowdown) =>
        tasks.reduce((blocked, task) => blocked + Math.max(0, task * slowdown - NOT_NOTICED_MS), 0),
    );
  } finally {
    await browser.close();
  }
}
