/**
 * The load that READ_DATABASE_URL takes off a primary: the same pages from a server without it and from one with it, in turn, over one
 * filled PostgreSQL and its standby, and the processor time of each program.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startServerPair, type ServerPair } from "@wattle/db/testing/standby-server";
import { fillGrown, openGrown, serverOver, type Grown } from "./growth/installation.ts";
import { DESK, OWN, type Asked } from "./growth/requests.ts";
import { medianOf } from "./load.ts";
import { pidsOf, processorOf } from "./processor-time.ts";

const CUSTOMERS = 10_000;
const ROWS_EACH = 11;
const ROUNDS = 5;
/** How often each page is asked for in a round, and how many at once. */
const TIMES = 3;
const AT_ONCE = 4;

/** Pages and files of customers, and what the desk reads. */
const GROUPS: readonly (readonly [name: string, asked: readonly Asked[]])[] = [
  ["customers’ histories, overviews and files", OWN],
  ["the desk's lists, searches and reports", DESK],
];

/** Milliseconds of processor time for a page. */
interface Cost {
  readonly primary: number;
  readonly standby: number;
  readonly server: number;
}

async function ask(grown: Grown, { name, as, target }: Asked): Promise<void> {
  const answer = await fetch(`${grown.server.origin}${target(grown)}`, { headers: grown.people[as] });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 500)}`);
}

const spent = (pair: ServerPair, { server }: Grown): Cost => ({
  primary: processorOf(pidsOf(pair.primaryFolder)),
  standby: processorOf(pidsOf(pair.standbyFolder)),
  server: processorOf([server.pid]),
});

async function costOf(pair: ServerPair, grown: Grown, asked: readonly Asked[]): Promise<Cost> {
  const queue = Array.from({ length: TIMES }, () => asked).flat();
  const count = queue.length;
  const before = spent(pair, grown);
  const client = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) await ask(grown, next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  const after = spent(pair, grown);
  const each = (of: keyof Cost): number => (after[of] - before[of]) / count;
  return { primary: each("primary"), standby: each("standby"), server: each("server") };
}

/** Waits until a server reads from its standby. */
async function untilRead({ origin }: Grown["server"]): Promise<void> {
  for (;;) {
    const { checks } = (await (await fetch(`${origin}/readyz`)).json()) as { checks: { standby?: string } };
    if (checks.standby === "ok") return;
    await wait(100);
  }
}

const columns = ["primary", "standby", "server"] as const;

/** A row of markdown: medians without and with, and the median of the rounds' ratios of the primary. */
function rowOf(name: string, rounds: readonly (readonly [without: Cost, reads: Cost])[]): string {
  const middle = (at: 0 | 1): string[] =>
    columns.map((column) => medianOf(rounds.map((round) => round[at][column])).toFixed(2));
  const ratios = rounds.map(([without, reads]) => reads.primary / without.primary);
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  return `| ${[name, ...middle(0), ...middle(1), `${medianOf(ratios).toFixed(2)} (${range})`].join(" | ")} |`;
}

async function measure(pair: ServerPair): Promise<void> {
  const without = await openGrown(pair.primary.url);
  const reading = await serverOver(pair.primary.url, { READ_DATABASE_URL: pair.standby.url });
  try {
    await untilRead(reading);
    const installations = [without, { ...without, server: reading }] as const;
    console.log(`| ms of the processor a page | ${[...columns, ...columns].join(" | ")} | primary |`);
    for (const [name, asked] of GROUPS) {
      const rounds: [Cost, Cost][] = [];
      for (let round = -1; round < ROUNDS; round += 1) {
        const costs: [Cost, Cost] = [
          await costOf(pair, installations[0], asked),
          await costOf(pair, installations[1], asked),
        ];
        if (round >= 0) rounds.push(costs);
      }
      console.log(rowOf(name, rounds));
    }
  } finally {
    await Promise.all([without.server.kill(), reading.kill()]);
  }
}

const folder = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
// The server refuses to run as root, so its files are another user's.
chmodSync(folder, 0o755);
try {
  const pair = await startServerPair(path.join(folder, "standby"), {
    fill: (url) => fillGrown({ url, customers: CUSTOMERS, rowsEach: ROWS_EACH }),
  });
  try {
    await measure(pair);
  } finally {
    await Promise.all([pair.primary.stop(), pair.standby.stop()]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
