import { expect, test } from "vitest";
import { lastClose } from "./reconciliations.ts";
import { countClosedBalances, countSentIdentities, listClosedBalances } from "./staff-queues.ts";
import type { Reader } from "./handles/handles.ts";
import { planOf } from "./testing/plans.ts";

test.each([
  ["whose identity waits", countSentIdentities, ["INDEX users_pending", "PRIMARY KEY"]],
  ["the last day that was closed", lastClose, ["INDEX reconciliations_last_day"]],
])("%s is read by an index, however often desks ask", async (_case, work, indexes) => {
  expect(await planOf(work)).toEqual(indexes);
});

/** Steps of a plan that read a table, or earlier results. */
const isReading = (step: string): boolean => /^(INDEX|PRIMARY KEY|SCAN \w)/.test(step);

const BALANCES = [
  "INDEX account_closures_kept",
  "INDEX ledger_balances_by_user",
  "INDEX ledger_balances_by_user",
  "INDEX ledger_postings_owned_destination",
  "INDEX ledger_postings_owned_source",
  "SCAN posting",
  "PRIMARY KEY",
];

test.each([
  ["counted", countClosedBalances, BALANCES],
  [
    "listed",
    (reader: Reader) => listClosedBalances(reader, { page: 1, perPage: 50 }),
    [...BALANCES, "SCAN shown", "PRIMARY KEY"],
  ],
])("closed accounts with money are %s from the closures on, by indexes", async (_case, work, reads) => {
  expect((await planOf(work)).filter(isReading)).toEqual(reads);
});
