import type { LaunchedChrome } from "chrome-launcher";
import lighthouse, { type Flags } from "lighthouse";
import { chromium as connector } from "playwright";
import { launchChrome } from "./chrome.ts";
import { signIn } from "./sign-in.ts";

const CATEGORIES = {
  performance: "performance",
  accessibility: "accessibility",
  "best practices": "best-practices",
  SEO: "seo",
} as const;
type Category = keyof typeof CATEGORIES;

/**
 * Scope of a run: every category, the score of performance, or only its paint. The fewer, the less there is to wait
 * for.
 */
export type Subject = "all" | "performance" | "paint";
const PAINT = ["largest-contentful-paint", "cumulative-layout-shift"];
/** A dashboard has prices that change, so a slow processor is never idle: all of it is painted long before this. */
const PAINTED_MILLISECONDS = 15_000;
const SUBJECTS: Readonly<Record<Subject, Pick<Flags, "onlyCategories" | "onlyAudits" | "maxWaitForLoad">>> = {
  all: { onlyCategories: Object.values(CATEGORIES) },
  performance: { onlyCategories: [CATEGORIES.performance] },
  paint: { onlyAudits: PAINT, maxWaitForLoad: PAINTED_MILLISECONDS },
};

/** Results of one run, or of each figure over several; times in milliseconds, scores from 0 to 100. */
export interface Measured<Figure = number> {
  readonly scores: Readonly<Record<Category, Figure>>;
  readonly largestPaint: Figure;
  readonly shift: Figure;
  /** Lighthouse's measure of the machine's own speed, by which two runs can be compared: higher is faster. */
  readonly benchmarkIndex: Figure;
}

/** The middle of several runs, and how far they were apart. */
export interface Spread {
  readonly value: number;
  readonly least: number;
  readonly most: number;
}

/** Lighthouse's own phone line ("slow 4G"), given to the browser itself. */
const APPLIED_LINE = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 150 * 3.75,
  downloadThroughputKbps: 1638.4 * 0.9,
  uploadThroughputKbps: 750 * 0.9,
};

const APPLIED_SLOWDOWN = 4;

/** Below this many runs a middle says little. */
const FEWEST_RUNS = 3;
/** A slow machine makes no further run of the same once these are over. */
const LONGEST_MILLISECONDS = 45_000;

/** @returns the middle, the least and the most of some figures; NaN of none */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted.at(index) ?? Number.NaN;
  return { value: at(Math.floor(sorted.length / 2)), least: at(0), most: at(-1) };
}

/** Lighthouse on one browser, whose cookies stay from run to run. */
export class LighthouseRuns {
  readonly #chrome: LaunchedChrome;
  #signedIn = false;

  private constructor(chrome: LaunchedChrome) {
    this.#chrome = chrome;
  }

  /** @param executable the browser's path */
  static async start(executable: string): Promise<LighthouseRuns> {
    return new LighthouseRuns(await launchChrome(executable));
  }

  async stop(): Promise<void> {
    this.#chrome.kill();
  }

  /** Signs a demo account in; the runs after this are the account's. @param to where it is led, unless it is a customer */
  async signIn(origin: string, email: string, to?: RegExp): Promise<void> {
    const browser = await connector.connectOverCDP(`http://127.0.0.1:${this.#chrome.port}`);
    const [context] = browser.contexts();
    if (context === undefined) throw new Error("the browser has no window");
    const page = await context.newPage();
    await signIn(page, email, { origin, ...(to !== undefined && { to }) });
    await page.close();
    await browser.close();
    this.#signedIn = true;
  }

  /** Empties the browser's cache, so that a signed-in page is measured as at its first load; cookies and storage stay. */
  async #forgetFiles(): Promise<void> {
    const browser = await connector.connectOverCDP(`http://127.0.0.1:${this.#chrome.port}`);
    const [context] = browser.contexts();
    const [opened] = context?.pages() ?? [];
    if (context === undefined || opened === undefined) throw new Error("the browser has no window");
    await (await context.newCDPSession(opened)).send("Network.clearBrowserCache");
    await browser.close();
  }

  /** @returns undefined for a run in which Lighthouse found no end: a trace that was lost, or has no idle moment to end with */
  async #once(
    url: string,
    throttling: "simulated" | "applied",
    subject: Subject,
  ): Promise<Measured | undefined> {
    const flags: Flags = {
      port: this.#chrome.port,
      logLevel: "error",
      output: "json",
      ...SUBJECTS[subject],
      disableFullPageScreenshot: true,
      // Without this Lighthouse would sign the account out.
      disableStorageReset: this.#signedIn,
    };
    if (throttling === "applied") {
      // Set one by one, so that a name that Lighthouse does not know is an error of types.
      flags.throttlingMethod = "devtools";
      flags.throttling = { ...APPLIED_LINE, cpuSlowdownMultiplier: APPLIED_SLOWDOWN };
    }
    if (this.#signedIn) await this.#forgetFiles();
    const result = await lighthouse(url, flags);
    if (result === undefined) throw new Error(`Lighthouse returned nothing for ${url}`);
    const { lhr } = result;
    if (throttling === "applied" && lhr.configSettings.throttlingMethod !== "devtools") {
      throw new Error("Lighthouse did not slow the browser down");
    }
    const isPainted = PAINT.every((audit) => lhr.audits[audit]?.numericValue !== undefined);
    const isScored = Object.values(lhr.categories).every((category) => category.score !== null);
    if (lhr.runtimeError || !isPainted || !isScored) return undefined;
    const numeric = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
    const score = (category: Category): number =>
      Math.round((lhr.categories[CATEGORIES[category]]?.score ?? Number.NaN) * 100);
    return {
      scores: {
        performance: score("performance"),
        accessibility: score("accessibility"),
        "best practices": score("best practices"),
        SEO: score("SEO"),
      },
      largestPaint: numeric("largest-contentful-paint"),
      shift: numeric("cumulative-layout-shift"),
      benchmarkIndex: lhr.environment.benchmarkIndex,
    };
  }

  /** Each figure over several runs, on Lighthouse's phone, fewer if they take long; NaN if none of twice as many had an end. */
  async several({
    url,
    throttling,
    subject,
    runs,
  }: {
    readonly url: string;
    readonly throttling: "simulated" | "applied";
    readonly subject: Subject;
    readonly runs: number;
  }): Promise<Measured<Spread>> {
    const all: Measured[] = [];
    const begun = performance.now();
    const isEnough = (): boolean =>
      all.length >= runs || (all.length >= FEWEST_RUNS && performance.now() - begun > LONGEST_MILLISECONDS);
    for (let run = 0; run < 2 * runs && !isEnough(); run += 1) {
      const measured = await this.#once(url, throttling, subject);
      if (measured !== undefined) all.push(measured);
    }
    const spread = (pick: (measured: Measured) => number): Spread => spreadOf(all.map(pick));
    return {
      scores: {
        performance: spread(({ scores }) => scores.performance),
        accessibility: spread(({ scores }) => scores.accessibility),
        "best practices": spread(({ scores }) => scores["best practices"]),
        SEO: spread(({ scores }) => scores.SEO),
      },
      largestPaint: spread(({ largestPaint }) => largestPaint),
      shift: spread(({ shift }) => shift),
      benchmarkIndex: spread(({ benchmarkIndex }) => benchmarkIndex),
    };
  }
}
