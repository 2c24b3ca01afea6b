import { describe, expect, test } from "vitest";
import { isoTime, randomIds } from "./clock.ts";

describe("identifiers", () => {
  const uuids = Array.from({ length: 20_000 }, () => randomIds.uuid());

  test("are UUIDs of version 7 that hold the time", () => {
    const before = Date.now();
    const uuid = randomIds.uuid();
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const time = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  test("never repeat and grow, also many within a millisecond", () => {
    expect(new Set(uuids).size).toBe(uuids.length);
    expect(uuids.toSorted()).toEqual(uuids);
  });

  test("cannot be guessed from one another: their random part has all its bits in use", () => {
    const tails = uuids.map((uuid) => BigInt(`0x${uuid.slice(24)}`));
    for (let bit = 0n; bit < 48n; bit++) {
      const ones = tails.filter((tail) => (tail >> bit) & 1n).length;
      // Ten standard deviations.
      expect(Math.abs(ones - tails.length / 2)).toBeLessThan(10 * Math.sqrt(tails.length / 4));
    }
  });

  test.each([1, 12, 32, 8192, 10_000])("tokens of %i bytes have that length and never repeat", (bytes) => {
    const tokens = Array.from({ length: 50 }, () => randomIds.token(bytes));
    for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(bytes);
    if (bytes > 1) expect(new Set(tokens).size).toBe(tokens.length);
  });
});

test.each([
  [0, "1970-01-01T00:00:00.000Z"],
  [1_795_000_000_007n, "2026-11-18T11:06:40.007Z"],
])("%s is %s", (time, text) => {
  expect(isoTime(time)).toBe(text);
});
