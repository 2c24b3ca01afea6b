import { expect, test } from "vitest";
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, type TransactionActor } from "./history-rules.ts";
import { mayChange } from "./transaction-transitions.ts";

const ACTORS: readonly TransactionActor[] = ["customer", "operator", "system"];

test("deposits and withdrawals go these ways and no other", () => {
  const ways = TRANSACTION_TYPES.flatMap((type) =>
    TRANSACTION_STATUSES.flatMap((from) =>
      TRANSACTION_STATUSES.flatMap((to) =>
        ACTORS.filter((actor) => mayChange(type, from, to, actor)).map(
          (actor) => `${type}: ${from} → ${to} by ${actor}`,
        ),
      ),
    ),
  );
  expect(new Set(ways)).toEqual(
    new Set([
      "deposit: awaiting_payment → completed by operator",
      "deposit: awaiting_payment → completed by system",
      "deposit: awaiting_payment → cancelled by customer",
      "deposit: awaiting_payment → expired by operator",
      "deposit: awaiting_payment → expired by system",
      "deposit: awaiting_payment → returned by operator",
      "deposit: cancelled → completed by operator",
      "deposit: cancelled → returned by operator",
      "deposit: expired → completed by operator",
      "deposit: expired → returned by operator",
      "deposit: completed → returned by operator",
      "deposit: completed → returned by system",
      "deposit: returned → completed by operator",
      "withdraw: requested → sent by system",
      "withdraw: sent → completed by system",
      "withdraw: sent → requested by system",
      "withdraw: completed → sent by system",
      "withdraw: requested → completed by operator",
      "withdraw: requested → rejected by operator",
      "withdraw: requested → cancelled by customer",
      "withdraw: completed → returned by operator",
    ]),
  );
});
