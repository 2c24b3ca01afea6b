import { expect, test } from "vitest";
import { dueAt, parseQueueTargets } from "./queue-targets.ts";

const ZONE = "Australia/Sydney";
const at = (text: string): bigint => BigInt(Date.parse(text));

test.each([
  ["within a day", "2026-11-23T09:00+11:00", 8, "2026-11-23T17:00+11:00"],
  ["to the end of a day", "2026-11-23T09:00+11:00", 15, "2026-11-24T00:00+11:00"],
  ["over a night", "2026-11-23T09:00+11:00", 24, "2026-11-24T09:00+11:00"],
  ["over a weekend", "2026-11-27T17:00+11:00", 24, "2026-11-30T17:00+11:00"],
  ["from a Sunday on", "2026-11-29T12:00+11:00", 4, "2026-11-30T04:00+11:00"],
  ["by the local day, on which Monday has begun", "2026-11-29T13:30Z", 1, "2026-11-29T14:30Z"],
  ["over three weekends", "2026-11-23T09:00+11:00", 15 * 24, "2026-12-14T09:00+11:00"],
  ["through a day of 23 hours", "2026-10-02T12:00+10:00", 24, "2026-10-05T12:00+11:00"],
])("what waits is due %s", (_what, since, hours, due) => {
  expect(dueAt(at(since), hours, ZONE)).toBe(at(due));
});

test.each([
  ["", {}],
  ["identities=24", { identities: 24 }],
  [" identities=24, enquiries=8 ,", { identities: 24, enquiries: 8 }],
  ["deposits=24", undefined],
  ["identities=0", undefined],
  ["identities=1001", undefined],
  ["identities", undefined],
  ["identities=1.5", undefined],
])("targets are read from %j", (text, targets) => {
  expect(parseQueueTargets(text)).toEqual(targets);
});
