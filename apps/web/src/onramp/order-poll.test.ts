// @vitest-environment node
import { expect, test } from "vitest";
import { orderPoll } from "./order-poll.ts";
import { onrampSearch } from "./onramp-search.ts";

test("the waits grow from one and a half seconds to half a minute and no further", () => {
  expect([0, 1, 2, 3].map((looks) => orderPoll("created", looks))).toEqual([1500, 1500, 2250, 3375]);
  expect(orderPoll("pending", 60)).toBe(30_000);
});

test.each(["completed", "failed", "cancelled", "expired", "refunded", undefined] as const)(
  "%s is not looked at again",
  (status) => {
    expect(orderPoll(status, 1)).toBe(false);
  },
);

test.each([
  [{}, {}],
  [{ order: "abc" }, { order: "abc" }],
  [{ order: "" }, {}],
  [{ order: 7 }, {}],
  [{ order: "x".repeat(65) }, {}],
])("the address %j means %j", (search, expected) => {
  expect(onrampSearch(search)).toEqual(expected);
});
