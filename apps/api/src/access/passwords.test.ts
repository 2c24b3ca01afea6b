import { readFile } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { HASHES_AT_ONCE, hashPassword, passwordMatches } from "./passwords.ts";

const running = vi.hoisted(() => ({ now: 0, most: 0, hashed: 0, compared: [] as string[] }));
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
  return {
    ...argon2,
    hash: counted((...given: Parameters<typeof argon2.hash>) => {
      running.hashed += 1;
      return argon2.hash(...given);
    }),
    verify: counted((...given: Parameters<typeof argon2.verify>) => {
      running.compared.push(String(given[0]));
      return argon2.verify(...given);
    }),
  };
});

const PASSWORD = "Correct-Horse7";

test.each([
  ["the account's password", PASSWORD, true],
  ["another password", "Correct-Horse8", false],
  ["the password in another case", PASSWORD.toLowerCase(), false],
  ["the password with a space after it", `${PASSWORD} `, false],
  ["the password cut short", PASSWORD.slice(0, -1), false],
  ["nothing", "", false],
])("%s", async (_what, password, matches) => {
  expect(await passwordMatches(await hashPassword(PASSWORD), password)).toBe(matches);
});

test("a hash costs 19 MiB and two passes of Argon2id, as OWASP has it", async () => {
  expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("without an account nothing matches, not even what the comparison is made with", async () => {
  for (const password of [PASSWORD, "a password that no one has"]) {
    expect(await passwordMatches(undefined, password)).toBe(false);
  }
});

test("without an account as much is computed, so that the time of the answer reveals nothing", async () => {
  const stored = await hashPassword(PASSWORD);
  // The cost of an Argon2 comparison is in the hash: its memory, passes and lanes, and its length.
  const costOf = (hash: string): string => `${hash.split("$").slice(0, 4).join("$")} ${hash.length}`;
  await passwordMatches(undefined, "first");
  const compared = async (hash: string | undefined): Promise<readonly string[]> => {
    running.hashed = 0;
    running.compared = [];
    await passwordMatches(hash, "wrong");
    expect(running.hashed).toBe(0);
    return running.compared.map(costOf);
  };
  const known = await compared(stored);
  expect(known).toEqual([costOf(stored)]);
  expect(await compared(undefined)).toEqual(known);
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
