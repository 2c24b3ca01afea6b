// `npm run bench:web [-- --runs N]`: weight and speed of the built pages, measured in Chromium and with Lighthouse against
// the product on a loopback port, as a table with what must hold and what is aimed for. Ends with code 1 when a must
// is missed.
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { slowestKeystroke } from "../apps/web/bench/keystrokes.ts";
import { slowestDeskScreen } from "../apps/web/bench/desk-screens.ts";
import { blockedTimes } from "../apps/web/bench/blocked-time.ts";
import { LighthouseRuns, spreadOf, type Spread, type Subject } from "../apps/web/bench/lighthouse-runs.ts";
import { misses, reportTable, type Row } from "./report-table.ts";
import { measureWeights } from "../apps/web/bench/weights.ts";
import { ensureChromium } from "./chromium.ts";
import { endOnSignals } from "./end-on-signals.ts";
import { startProduct } from "./start-product.ts";

const DASHBOARD = "/dashboard/currency-exchange";

/** The first screen of staff. */
const DESK = "/teamaccess";
const STAFF = { signInAs: "operator@demo.test", signInLeadsTo: /\/teamaccess$/ } as const;

const { values } = parseArgs({ options: { runs: { type: "string", default: "5" } } });
const runs = Math.max(1, Math.trunc(Number(values.runs)) || 1);

interface MeasureOptions {
  readonly throttling?: "simulated" | "applied";
  readonly on?: LighthouseRuns;
}

const kilobytes = (bytes: number): number => bytes / 1000;
const seconds = ({ value, least, most }: Spread): Spread => ({
  value: value / 1000,
  least: least / 1000,
  most: most / 1000,
});

/** The one with the highest middle. */
const worst = (figures: readonly [Spread, ...Spread[]]): Spread =>
  figures.reduce((one, other) => (other.value > one.value ? other : one));

/** Says on the error output which measurement begins, and how long after the start. */
function say(measurement: string): void {
  console.error(`${Math.round(performance.now() / 1000)} s: ${measurement}`);
}

endOnSignals();
const chromium = ensureChromium();
const product = await startProduct();
try {
  say("weights of the home page");
  const guest = await measureWeights({ chromium, origin: product.origin, path: "/" });
  say("weights of the dashboard");
  const customer = await measureWeights({
    chromium,
    origin: product.origin,
    path: DASHBOARD,
    signInAs: "customer@demo.test",
  });
  say("weights of the desk");
  const staff = await measureWeights({
    chromium,
    origin: product.origin,
    path: DESK,
    ...STAFF,
  });
  say("the desk's screens");
  const deskScreen = await slowestDeskScreen({
    chromium,
    origin: product.origin,
    signInAs: STAFF.signInAs,
  });
  say("keystrokes in the exchange form");
  const keystroke = await slowestKeystroke({
    chromium,
    origin: product.origin,
    signInAs: "customer@demo.test",
  });
  say("home, tasks of its main thread");
  const blocked = await blockedTimes({ chromium, url: `${product.origin}/`, runs });
  const lighthouse = await LighthouseRuns.start(chromium);
  const atDesk = await LighthouseRuns.start(chromium);
  try {
    const measure = (
      path: string,
      subject: Subject,
      { throttling = "applied", on = lighthouse }: MeasureOptions = {},
    ) => on.several({ url: product.origin + path, subject, throttling, runs });
    say("home, simulated throttling");
    const simulated = await measure("/", "all", { throttling: "simulated" });
    say("home, applied throttling");
    const applied = await measure("/", "performance");
    say("the dashboard");
    await lighthouse.signIn(product.origin, "customer@demo.test");
    const dashboard = await measure(DASHBOARD, "paint");
    say("the desk");
    await atDesk.signIn(product.origin, STAFF.signInAs, STAFF.signInLeadsTo);
    const desk = await measure(DESK, "paint", { on: atDesk });

    const rows: Row[] = [
      {
        what: "home: JS, all of it (first load and 5 s)",
        unit: "kB",
        value: kilobytes(guest.script),
        must: 160,
        aim: 110,
      },
      {
        what: "home: JS before the page has loaded",
        unit: "kB",
        value: kilobytes(guest.scriptBeforeLoad),
        aim: 15,
      },
      {
        what: "home: HTML with inlined CSS",
        unit: "kB",
        value: kilobytes(guest.document),
        must: 18,
        aim: 14,
      },
      { what: "home: fonts", unit: "kB", value: kilobytes(guest.fonts), must: 75, aim: 50 },
      ...(
        [
          ["performance", 95],
          ["accessibility", 100],
          ["best practices", 100],
          ["SEO", 100],
        ] as const
      ).map(([category, must]): Row => ({
        what: `home: Lighthouse mobile, ${category}`,
        unit: "",
        atLeast: true,
        ...simulated.scores[category],
        must,
        aim: 100,
      })),
      {
        what: "home: Lighthouse mobile, performance, applied throttling",
        unit: "",
        atLeast: true,
        ...applied.scores.performance,
      },
      {
        what: "home: LCP, simulated throttling",
        unit: "s",
        ...seconds(simulated.largestPaint),
        must: 1.8,
        aim: 1.4,
      },
      {
        what: "home: LCP, applied throttling",
        unit: "s",
        ...seconds(applied.largestPaint),
        must: 1.5,
        aim: 0.8,
      },
      {
        what: "home: TBT, CPU 4× slower",
        unit: "ms",
        ...spreadOf(blocked.map((of) => of(4))),
        must: 50,
        aim: 0,
      },
      {
        what: "home: TBT, CPU 10× slower",
        unit: "ms",
        ...spreadOf(blocked.map((of) => of(10))),
        must: 250,
        aim: 100,
      },
      {
        what: "home: CLS, the worst of the modes",
        unit: "",
        ...worst([simulated.shift, applied.shift]),
        must: 0.02,
        aim: 0,
      },
      {
        what: "dashboard: JS of the first load",
        unit: "kB",
        value: kilobytes(customer.script),
        must: 200,
        aim: 185,
      },
      {
        what: "desk: JS of its first screen",
        unit: "kB",
        value: kilobytes(staff.script),
        must: 320,
        aim: 280,
      },
      {
        what: "desk: LCP of its first screen, applied throttling",
        unit: "s",
        ...seconds(desk.largestPaint),
        must: 2.5,
        aim: 2,
      },
      {
        what: "desk: CLS of its first screen, applied throttling",
        unit: "",
        ...desk.shift,
        must: 0.05,
        aim: 0,
      },
      {
        what: "desk: script of the slowest next screen, CPU 4× slower",
        unit: "ms",
        value: 4 * deskScreen,
        must: 150,
      },
      {
        what: "dashboard: LCP, applied throttling",
        unit: "s",
        ...seconds(dashboard.largestPaint),
        must: 2.5,
        aim: 1.8,
      },
      {
        what: "exchange form: slowest keystroke, CPU 4× slower",
        unit: "ms",
        value: 4 * keystroke,
        must: 50,
      },
    ];
    const day = new Date().toISOString().slice(0, 10);
    const speed = Math.round(simulated.benchmarkIndex.value);
    console.log(
      `${day}, ${cpus().length} cores of Lighthouse's benchmark index ${speed}, median of ${runs}, or of 3 and more on a slow machine; kB are brotli 11\n`,
    );
    console.log(reportTable(rows));
    if (rows.some(misses)) process.exitCode = 1;
  } finally {
    await lighthouse.stop();
    await atDesk.stop();
  }
} finally {
  await product.stop();
}
