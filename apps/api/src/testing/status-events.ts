import type { TestApp } from "./app-for-test.ts";

/** The event of each status; others have none. */
const TOLD: Readonly<Record<string, string>> = {
  "deposit completed": "deposit.completed",
  "deposit returned": "deposit.returned",
  "deposit expired": "deposit.expired",
  "withdraw requested": "withdrawal.requested",
  "withdraw completed": "withdrawal.completed",
  "withdraw rejected": "withdrawal.rejected",
  "withdraw returned": "withdrawal.returned",
  "withdraw cancelled": "withdrawal.cancelled",
};

/** Statuses of deposits and withdrawals that have no event of their own, or another number of them than changes; empty if all fits. */
export async function untoldStatuses({ services }: TestApp): Promise<string[]> {
  const { read } = services.database;
  const changes = await read
    .selectFrom("transaction_events as change")
    .innerJoin("transactions as row", "row.id", "change.transaction_id")
    .select(["row.id", "row.transaction_type", "change.to_status"])
    .execute();
  const events = await read.selectFrom("events").select(["subject_id", "type"]).execute();
  const balance = new Map<string, number>();
  const count = (key: string, by: number) => balance.set(key, (balance.get(key) ?? 0) + by);
  for (const { id, transaction_type, to_status } of changes) {
    const type = TOLD[`${transaction_type} ${to_status}`];
    if (type !== undefined) count(`${type} of ${id}`, 1);
  }
  for (const { subject_id, type } of events) {
    if (/^(deposit|withdrawal)\./.test(type)) count(`${type} of ${subject_id}`, -1);
  }
  if (balance.size === 0) throw new Error("no status was changed at all");
  return [...balance].filter(([, by]) => by !== 0).map(([key, by]) => `${key}: ${by}`);
}
