// @vitest-environment node
import type { Transaction } from "@wattle/contracts/history";
import { expect, test } from "vitest";
import { transactionGroups } from "./transaction-groups.ts";

const row = (id: string, created_at: string, status: Transaction["status"] = "completed") =>
  ({ id, created_at, status }) as Transaction;
const shown = (rows: Transaction[]) =>
  transactionGroups(rows).map(({ heading, rows: inIt }) => [heading, inIt.map(({ id }) => id)]);

test.each([
  ["no rows, no headings", [], []],
  [
    "a heading for each month, in the order of the rows",
    [row("1", "2026-11-21T10:00:00Z"), row("2", "2026-11-02T10:00:00Z"), row("3", "2025-11-20T10:00:00Z")],
    [
      ["November 2026", ["1", "2"]],
      ["November 2025", ["3"]],
    ],
  ],
  [
    "what waits for something comes first, however old; what was cancelled does not wait",
    [
      row("1", "2026-11-21T10:00:00Z"),
      row("2", "2026-11-20T10:00:00Z", "requested"),
      row("3", "2026-10-12T10:00:00Z", "cancelled"),
      row("4", "2026-10-11T10:00:00Z", "awaiting_payment"),
    ],
    [
      ["Open", ["2", "4"]],
      ["November 2026", ["1"]],
      ["October 2026", ["3"]],
    ],
  ],
])("%s", (_what, rows, groups) => {
  expect(shown(rows)).toEqual(groups);
});
