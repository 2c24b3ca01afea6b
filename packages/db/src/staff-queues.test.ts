import { expect, test } from "vitest";
import { lastClose } from "./reconciliations.ts";
import { countSentIdentities } from "./staff-queues.ts";
import { planOf } from "./testing/plans.ts";

test.each([
  ["whose identity waits", countSentIdentities, ["INDEX users_pending", "PRIMARY KEY"]],
  ["the last day that was closed", lastClose, ["INDEX reconciliations_last_day"]],
])("%s is read by an index, however often desks ask", async (_case, work, indexes) => {
  expect(await planOf(work)).toEqual(indexes);
});
