import { expect, test } from "vitest";
import { simulate } from "./simulate.ts";

const COSTS = { serverMs: 1, databaseMs: 1, commitMs: 0 };

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
