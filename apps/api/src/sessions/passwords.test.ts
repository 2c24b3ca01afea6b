import { expect, test } from "vitest";
import { hashPassword, passwordMatches } from "./passwords.ts";

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
  for (const password of [PASSWORD, "a password that nobody has"]) {
    expect(await passwordMatches(undefined, password)).toBe(false);
  }
});

test("without an account the answer takes as long, so that its time tells nothing", async () => {
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
