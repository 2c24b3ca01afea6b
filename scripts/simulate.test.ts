import { expect, test } from "vitest";
import { simulate } from "./simulate.ts";

const COSTS = { serverMs: 1, databaseMs: 1, commitMs: 0, sealMs: 1e-6 };

test("one server at half its speed answers as queueing theory says", () => {
  // M/M/1 with a load of one half: a mean of 2 ms, of which half wait less than 2 ln 2; the database is as good as idle.
  const { p50, servers } = simulate(
    500,
    { ...COSTS, databaseMs: 1e-6 },
    { processes: 1, processors: 1, databases: 1 },
  );
  expect(servers).toBe(0.5);
  expect(p50).toBeGreaterThan(2 * Math.LN2 * 0.95);
  expect(p50).toBeLessThan(2 * Math.LN2 * 1.05);
});

test("more than there is room for makes a queue, and more machines end it", () => {
  const few = simulate(4000, COSTS, { processes: 8, processors: 2, databases: 1 });
  expect(few.databases).toBe(2);
  expect(few.p99).toBeGreaterThan(1000);
  const enough = simulate(4000, COSTS, { processes: 8, processors: 2, databases: 4 });
  expect(enough.databases).toBe(0.5);
  expect(enough.p99).toBeLessThan(20);
});

test("seals fall behind where more is committed than one process seals, and not with several databases", () => {
  const costs = { serverMs: 0.1, databaseMs: 0.1, commitMs: 1, sealMs: 0.125 };
  const one = simulate(10_000, costs, { processes: 80, processors: 64, databases: 1 });
  expect(one.seals).toBe(1.25);
  // After ten seconds a quarter of them more than it can do: two seconds behind.
  expect(one.sealed99).toBeGreaterThan(1500);
  // Exchanges do not wait for it.
  expect(one.p99).toBeLessThan(10);
  const eight = simulate(10_000, costs, { processes: 80, processors: 64, databases: 8 });
  expect(eight.seals).toBeLessThan(0.2);
  expect(eight.sealed99).toBeLessThan(10);
});
