import { setTimeout as wait } from "node:timers/promises";
import { DIALECTS, freshDatabase } from "@wattle/db/testing/databases";
import { attacks, IS_TRIAL, noteFigures } from "@wattle/db/testing/trial";
import { afterEach, describe, expect, test } from "vitest";
import { grownAt, type Grown } from "../../bench/growth/installation.ts";
import { Timings } from "../testing/timings.ts";

const SECONDS = attacks({ few: 2, many: 60 });
const CUSTOMERS = 1000;
/** Others who are served meanwhile, and how often each of them asks, in milliseconds. */
const OTHERS = 8;
const PACE = 110;
/** How much longer others may wait for it. One statement over all of a long history is a turn of SQLite's process. */
const LONGER_MILLISECONDS = 100;

const HISTORY = "/api/users/transactions";
const OWN = ["/api/users/balance", HISTORY, "/trpc/portfolio.overview"];
const ZONES = Intl.supportedValuesOf("timeZone");

/** Ten calls that are dear and that no one has asked for before, so that no answer is kept of them: what a second may hold. */
function dearest(second: number): string[] {
  const zone = (place: number): string => ZONES[(second * 10 + place) % ZONES.length] ?? "UTC";
  const from = new Date(Date.UTC(2020, 0, 1 + second)).toISOString().slice(0, 10);
  const filters = `from=${from}&currency=BTC&per_page=100`;
  const calls = (procedures: readonly (readonly [string, object])[]): string => {
    const input = Object.fromEntries(procedures.map(([, asked], place) => [place, asked]));
    const names = procedures.map(([name]) => name).join(",");
    return `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`;
  };
  return [
    calls([
      ["portfolio.series", { range: "1y" }],
      ["portfolio.series", { range: "all" }],
      ["portfolio.overview", { range: "all" }],
      ["monthlyStatements.months", { timezone: zone(0) }],
      ["history.walk", { from }],
    ]),
    calls([["monthlyStatements.file", { timezone: zone(1), month: "2026-08", kind: "pdf" }]]),
    calls([["monthlyStatements.file", { timezone: zone(2), month: "2026-07", kind: "csv" }]]),
    `${HISTORY}?${filters}&page=40`,
    `${HISTORY}.csv?from=${from}`,
    `${HISTORY}-tax.csv?from=${from}`,
  ];
}

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Times that others wait, while they ask as people do. */
async function others({ server, traders }: Grown): Promise<Timings> {
  const timings = new Timings();
  await Promise.all(
    traders.slice(0, OTHERS).map(async (headers) => {
      for (let round = 0; round < (SECONDS * 1000) / PACE; round += 1) {
        const path = OWN[round % OWN.length] ?? "";
        const status = await timings.of(async () => {
          const answer = await fetch(server.origin + path, { headers });
          await answer.arrayBuffer();
          return answer.status;
        });
        expect(status).toBe(200);
        await wait(PACE);
      }
    }),
  );
  return timings;
}

/** Asks for what is dearest, each second, until the attack is over. @returns how many answers had each status */
async function attack({ server, people }: Grown, isOver: AbortSignal): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const sent: Promise<unknown>[] = [];
  for (let second = 0; !isOver.aborted; second += 1) {
    for (const path of dearest(second)) {
      const asked = fetch(server.origin + path, { headers: people.long, signal: isOver }).then(
        async (answer) => {
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          await answer.arrayBuffer();
        },
      );
      // Requests under way when the attack is over are given up.
      sent.push(asked.catch(() => undefined));
    }
    await wait(1000, undefined, { signal: isOver }).catch(() => undefined);
  }
  await Promise.all(sent);
  return statuses;
}

const figures = (timings: Timings): string =>
  `p50 ${timings.p50().toFixed(1)} ms, p99 ${timings.p99().toFixed(1)} ms`;

describe.each(DIALECTS)("on %s", (dialect) => {
  test("one customer who asks for all that is dear does not slow the others", async () => {
    const database = await freshDatabase(dialect);
    closing.push(() => database.close());
    const grown = await grownAt(
      { url: database.url, customers: CUSTOMERS, rowsEach: 3 },
      { RATE_LIMIT: "600", ACCOUNT_SHARE: process.env["TRIAL_SHARE"] ?? "10" },
    );
    closing.push(() => grown.server.kill());
    await fetch(grown.server.origin + HISTORY, { headers: grown.people.long });
    const calm = await others(grown);
    const ended = new AbortController();
    const attacked = attack(grown, ended.signal);
    const amid = await others(grown);
    ended.abort();
    const statuses = await attacked;
    noteFigures(
      `${dialect}: others ${figures(amid)} amid the worst customer, ${figures(calm)} without; answers to that one: ${[...statuses].map(([status, times]) => `${times} × ${status}`).join(", ")}`,
    );
    expect([...statuses.keys()].filter((status) => ![200, 207, 429].includes(status))).toEqual([]);
    expect(statuses.has(200)).toBe(true);
    if (IS_TRIAL) expect(amid.p99() - calm.p99()).toBeLessThan(LONGER_MILLISECONDS);
  });
});
