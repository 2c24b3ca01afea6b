import { expect, test } from "vitest";
import { lastClose } from "./reconciliations.ts";
import { countClosedBalances, countSentIdentities, idsOfClosedBalances } from "./staff-queues.ts";
import type { Reader } from "./handles/handles.ts";
import { planOf } from "./testing/plans.ts";

test.each([
  ["whose identity waits", countSentIdentities, ["INDEX users_pending", "PRIMARY KEY"]],
  [
    "closed accounts with money",
    countClosedBalances,
    [
      "INDEX account_closures_kept",
      "INDEX ledger_balances_by_user",
      "CORRELATED SCALAR SUBQUERY 1",
      "INDEX transactions_newest",
    ],
  ],
  [
    "those that are listed",
    (reader: Reader) => idsOfClosedBalances(reader, 50),
    ["INDEX account_closures_kept", "INDEX ledger_balances_by_user"],
  ],
  ["the last day that was closed", lastClose, ["INDEX reconciliations_last_day"]],
])("%s is read by an index, however often desks ask", async (_case, work, indexes) => {
  expect(await planOf(work)).toEqual(indexes);
});
