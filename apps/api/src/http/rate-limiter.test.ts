import { expect, test } from "vitest";
import { createRateLimiter } from "./rate-limiter.ts";

const START = 1_800_000_000_000;

test("allows the limit, refuses what is above it, and begins anew after a minute", () => {
  let now = START;
  const limiter = createRateLimiter(2, { now: () => now });
  expect(limiter.policy).toBe('"default";q=2;w=60');
  expect(limiter.count("a")).toEqual({ exceeded: false, secondsLeft: 60, field: '"default";r=1;t=60' });
  now += 59_001;
  expect(limiter.count("a")).toEqual({ exceeded: false, secondsLeft: 1, field: '"default";r=0;t=1' });
  expect(limiter.count("a")).toEqual({ exceeded: true, secondsLeft: 1, field: '"default";r=0;t=1' });
  now += 999;
  expect(limiter.count("a")).toMatchObject({ exceeded: false, field: '"default";r=1;t=60' });
});

test("counts each client for itself", () => {
  const limiter = createRateLimiter(1, { now: () => START });
  expect(
    [limiter.count("a"), limiter.count("b"), limiter.count("a")].map(({ exceeded }) => exceeded),
  ).toEqual([false, false, true]);
});

test("a clock set back does not lock a client out", () => {
  let now = START;
  const limiter = createRateLimiter(1, { now: () => now });
  limiter.count("a");
  now -= 3_600_000;
  expect(limiter.count("a")).toMatchObject({ exceeded: false, secondsLeft: 60 });
});

test("forgets the oldest clients rather than growing without end", () => {
  const limiter = createRateLimiter(1, { now: () => START });
  limiter.count("first");
  for (let index = 0; index < 100_000; index++) limiter.count(`client ${index}`);
  expect(limiter.count("first").exceeded).toBe(false);
  expect(limiter.count("client 99999").exceeded).toBe(true);
});
