import { readFile } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { HASHES_AT_ONCE, hashPassword, passwordMatches } from "./passwords.ts";

const running = vi.hoisted(() => ({ now: 0, most: 0 }));
vi.mock("@node-rs/argon2", async (original) => {
  const argon2 = await original<typeof import("@node-rs/argon2")>();
  const counted =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      try {
        return await work(...given);
      } finally {
        running.now -= 1;
      }
    };
  return { ...argon2, hash: counted(argon2.hash), verify: counted(argon2.verify) };
});

const PASSWORD = "Correct-Horse7";

test.each([
  ["the account's password", PASSWORD, true],
  ["another password", "Correct-Horse8", false],
  ["the password in another case", PASSWORD.toLowerCase(), false],
  ["nothing", "", false],
])("%s", async (_what, password, matches) => {
  expect(await passwordMatches(await hashPassword(PASSWORD), password)).toBe(matches);
});

test("without an account nothing matches, not even what the comparison is made with", async () => {
  for (const password of [PASSWORD, "a password that no one has"]) {
    expect(await passwordMatches(undefined, password)).toBe(false);
  }
});

test("without an account the answer takes as long, so that its time reveals nothing", async () => {
  const stored = await hashPassword(PASSWORD);
  await passwordMatches(undefined, "first");
  // The shortest of several, taken in turns: what a call must do at least, not the machine's bad moments.
  let [known, unknown] = [Infinity, Infinity];
  const timed = async (hash: string | undefined): Promise<number> => {
    const begin = performance.now();
    await passwordMatches(hash, "wrong");
    return performance.now() - begin;
  };
  const alike = (): boolean => unknown / known > 0.5 && unknown / known < 2;
  for (let round = 0; round < 5 || (round < 50 && !alike()); round += 1) {
    known = Math.min(known, await timed(stored));
    unknown = Math.min(unknown, await timed(undefined));
  }
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});

describe("a burst of sign-ins", () => {
  test("takes half of the threads, comparing with and without an account alike", async () => {
    const stored = await hashPassword(PASSWORD);
    running.most = 0;
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        index % 3 === 0
          ? hashPassword(PASSWORD)
          : passwordMatches(index % 3 === 1 ? stored : undefined, PASSWORD),
      ),
    );
    expect(running.most).toBe(HASHES_AT_ONCE);
  });

  test("leaves the others to reading files", async () => {
    let hashed = 0;
    const burst = Array.from({ length: 40 }, () => hashPassword(PASSWORD).then(() => (hashed += 1)));
    await readFile(import.meta.filename);
    expect(hashed).toBeLessThan(burst.length / 2);
    await Promise.all(burst);
  });
});
