import { expect, test } from "vitest";
import { forgetFailedMail, listFailedMail, listWaitingMail } from "./outbox.ts";
import { planOf } from "./testing/plans.ts";
import { listFailedDeliveries } from "./webhook-deliveries.ts";

const PAGE = { page: 1, perPage: 50 };

test("mails that failed are found by an index, however many were sent", async () => {
  expect(await planOf((reader) => listFailedMail(reader, PAGE, { confidential: false }))).toEqual([
    "INDEX outbox_failed",
  ]);
});

test("mails that wait are found by an index, however many were sent", async () => {
  const [first] = await planOf((reader) => listWaitingMail(reader, undefined, 50, { confidential: false }));
  expect(first).toBe("INDEX outbox_due");
});

test("events that were not taken are found by an index, however many were", async () => {
  const [first] = await planOf((reader) => listFailedDeliveries(reader, PAGE));
  expect(first).toBe("INDEX webhook_deliveries_failed");
});

test("mails whose texts are forgotten are found by an index", async () => {
  expect(await planOf((reader) => forgetFailedMail(reader as never, 0n))).toEqual(["INDEX outbox_failed"]);
});
