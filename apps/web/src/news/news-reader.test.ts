// @vitest-environment node
import type { NewsItem } from "@wattle/contracts/news";
import { expect, test } from "vitest";
import { newsPoll } from "./news-poll.ts";
import { createNewsReader } from "./news-reader.ts";

const item = (id: string, created_at: string): NewsItem => ({
  id,
  transaction_id: id,
  transaction_type: "deposit",
  status: "completed",
  debit: "1.00",
  debit_currency: "AUD",
  reference: id,
  created_at,
});

test("overlapping answers show each change once, and none of before the page was opened", () => {
  // The browser's clock is a year ahead of the server's.
  const reader = createNewsReader("2027-01-01T00:00:00.000Z");
  const [old, a, b] = [
    item("old", "2025-12-31T23:59:59.000Z"),
    item("a", "2026-01-01T00:00:01.000Z"),
    item("b", "2026-01-01T00:00:00.500Z"),
  ];
  expect(reader.take({ now: "2026-01-01T00:00:00.000Z", items: [old] })).toEqual([]);
  expect(reader.take({ now: "2026-01-01T00:00:02.000Z", items: [old, a] })).toEqual([a]);
  expect(reader.since()).toBe("2026-01-01T00:00:02.000Z");
  expect(reader.take({ now: "2026-01-01T00:00:03.000Z", items: [old, b, a] })).toEqual([b]);
  expect(reader.take({ now: "2026-01-01T00:00:04.000Z", items: [old, b, a] })).toEqual([]);
});

test("where the first answer comes late, what shows is read again, once", () => {
  const reader = createNewsReader("2026-01-01T00:00:00.000Z");
  expect(reader.mayHaveMissed()).toBe(false);
  reader.fail();
  expect(reader.mayHaveMissed()).toBe(false);
  reader.take({ now: "2026-01-01T00:01:00.000Z", items: [item("a", "2026-01-01T00:00:30.000Z")] });
  expect(reader.mayHaveMissed()).toBe(true);
  expect(reader.mayHaveMissed()).toBe(false);
  // Later failures lose nothing: the next question begins where the last answer ended.
  reader.fail();
  reader.take({ now: "2026-01-01T00:02:00.000Z", items: [] });
  expect(reader.mayHaveMissed()).toBe(false);
});

test("the waits grow from five seconds to a minute and no further", () => {
  expect([0, 1, 2].map(newsPoll)).toEqual([5000, 6500, 8450]);
  expect(newsPoll(100)).toBe(60_000);
});
