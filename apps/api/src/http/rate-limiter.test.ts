import { describe, expect, test } from "vitest";
import { createRateLimiter } from "./rate-limiter.ts";

const START = 1_800_000_000_000;

test("allows the limit, refuses what is above it, and begins again after a minute", () => {
  let now = START;
  const limiter = createRateLimiter(2, { clock: { now: () => now } });
  expect(limiter.policy).toBe('"default";q=2;w=60');
  expect(limiter.count("a")).toEqual({ exceeded: false, secondsLeft: 60, field: '"default";r=1;t=60' });
  now += 59_001;
  expect(limiter.count("a")).toEqual({ exceeded: false, secondsLeft: 1, field: '"default";r=0;t=1' });
  expect(limiter.count("a")).toEqual({ exceeded: true, secondsLeft: 1, field: '"default";r=0;t=1' });
  now += 999;
  expect(limiter.count("a")).toMatchObject({ exceeded: false, field: '"default";r=1;t=60' });
});

test("counts each client for itself", () => {
  const limiter = createRateLimiter(1, { clock: { now: () => START } });
  expect(
    [limiter.count("a"), limiter.count("b"), limiter.count("a")].map(({ exceeded }) => exceeded),
  ).toEqual([false, false, true]);
});

test("a clock set back does not lock a client out", () => {
  let now = START;
  const limiter = createRateLimiter(1, { clock: { now: () => now } });
  limiter.count("a");
  now -= 3_600_000;
  expect(limiter.count("a")).toMatchObject({ exceeded: false, secondsLeft: 60 });
});

test("forgets the oldest clients rather than growing without end", () => {
  const limiter = createRateLimiter(1, { clock: { now: () => START } });
  limiter.count("first");
  for (let index = 0; index < 100_000; index++) limiter.count(`client ${index}`);
  expect(limiter.count("first").exceeded).toBe(false);
  expect(limiter.count("client 99999").exceeded).toBe(true);
});

/** The count that processes share, answered when a test says so. */
function sharedCounts() {
  let total = 0;
  const waiting: (() => void)[] = [];
  return {
    waiting,
    total: () => total,
    counts: {
      add: (_key: string, { count, endsAt }: { count: number; endsAt: number }) =>
        new Promise<{ count: number; endsAt: number }>((resolve) => {
          total += count;
          waiting.push(() => resolve({ count: total, endsAt }));
        }),
    },
    async answer(): Promise<void> {
      for (const resolve of waiting.splice(0)) resolve();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe("several processes", () => {
  const clock = { now: () => START };

  test("share a client's count after each tenth of the limit, and no request waits for it", async () => {
    const shared = sharedCounts();
    const [one, other] = [1, 2].map(() => createRateLimiter(100, { clock, counts: shared.counts }));
    if (one === undefined || other === undefined) throw new Error("two were made");
    const allowed = { one: 0, other: 0 };
    for (let request = 0; request < 200; request++) {
      if (!one.count("a").exceeded) allowed.one++;
      if (!other.count("a").exceeded) allowed.other++;
      await shared.answer();
    }
    expect(allowed.one + allowed.other).toBeGreaterThanOrEqual(100);
    expect(allowed.one + allowed.other).toBeLessThanOrEqual(110);
    // Requests over the limit are not written any more.
    expect(shared.total()).toBeLessThanOrEqual(110);
  });

  test("write nothing for clients that ask little", () => {
    const shared = sharedCounts();
    const limiter = createRateLimiter(600, { clock, counts: shared.counts });
    for (let request = 0; request < 59; request++) limiter.count("a");
    expect(shared.waiting).toHaveLength(0);
    limiter.count("a");
    expect(shared.waiting).toHaveLength(1);
  });

  test("go on counting by themselves while the store is away", async () => {
    const counts = { add: () => Promise.reject(new Error("away")) };
    const limiter = createRateLimiter(2, { clock, counts });
    const exceeded: boolean[] = [];
    for (let request = 0; request < 3; request++) {
      exceeded.push(limiter.count("a").exceeded);
      await Promise.resolve();
      await Promise.resolve();
    }
    expect(exceeded).toEqual([false, false, true]);
  });
});
