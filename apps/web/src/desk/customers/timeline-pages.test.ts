// @vitest-environment node
import { describe, expect, test } from "vitest";
import { joined, whole, wholeSince } from "./timeline-pages.ts";

const day = (of: number): string => `2026-11-${String(of).padStart(2, "0")}T10:00:00.000Z`;
const rows = (...days: readonly number[]) => days.map((of) => ({ id: `row ${of}`, created_at: day(of) }));
const entries = [22, 20, 18, 12, 10, 3].map((of) => ({ at: day(of) }));
const daysOf = (shown: readonly { readonly at: string }[]): number[] =>
  shown.map(({ at }) => Number(at.slice(8, 10)));

describe("nothing older is shown than the oldest loaded row of a list that has more:", () => {
  test.each<
    [string, ReturnType<typeof rows>, string | null, ReturnType<typeof rows>, string | null, number[]]
  >([
    ["both are loaded", rows(22, 10), null, rows(20, 3), null, [22, 20, 18, 12, 10, 3]],
    ["the first has more", rows(22, 12), "on", rows(20, 3), null, [22, 20, 18, 12]],
    ["the second has more", rows(22, 10), null, rows(20, 18), "on", [22, 20, 18]],
    ["both have more, and the second ends later", rows(22, 12), "on", rows(20, 18), "on", [22, 20, 18]],
    ["both have more, and the first ends later", rows(22, 20), "on", rows(18, 3), "on", [22, 20]],
    ["a list without rows has no more", [], null, rows(20, 18), "on", [22, 20, 18]],
    ["none has rows", [], null, [], null, [22, 20, 18, 12, 10, 3]],
  ])("%s", (_how, first, firstNext, second, secondNext, shown) => {
    const lists = [
      { rows: first, next: firstNext },
      { rows: second, next: secondNext },
    ];
    expect(daysOf(whole(entries, lists))).toEqual(shown);
  });

  test("what is of the same moment as that row is shown", () => {
    expect(wholeSince([{ rows: rows(22, 18), next: "on" }])).toBe(day(18));
    expect(daysOf(whole(entries, [{ rows: rows(22, 18), next: "on" }]))).toEqual([22, 20, 18]);
  });
});

describe("a list is joined of its newest rows and of those that were loaded", () => {
  test("and goes on where the loaded ones end, each row once, as it is now", () => {
    const now = [{ id: "row 20", created_at: day(20), status: "completed" }];
    const then = [
      { id: "row 20", created_at: day(20), status: "pending" },
      { id: "row 12", created_at: day(12), status: "completed" },
    ];
    expect(joined({ rows: now, next: "after 20" }, { rows: then, next: "after 12" })).toEqual({
      rows: [now[0], then[1]],
      next: "after 12",
    });
  });

  test("with none loaded it is the newest alone", () => {
    const newest = { rows: rows(22, 20), next: "after 20" };
    expect(joined(newest, undefined)).toBe(newest);
  });
});
