/** Recurring buys: plans, and what happened on each of their days. */
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, RecurringBuyRow, RecurringBuyStatus, RecurringRunRow } from "./tables.ts";

export async function insertRecurringBuy(tx: WriteTx, plan: RecurringBuyRow): Promise<void> {
  await tx.insertInto("recurring_buys").values(plan).execute();
}

/** How many plans of a customer are not cancelled. The caller holds the customer's row. */
export async function countRecurringBuys(tx: WriteTx, userId: string): Promise<number> {
  const { total } = await tx
    .selectFrom("recurring_buys")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .where("user_id", "=", userId)
    .where("status", "!=", "cancelled")
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A customer's plan; undefined also if it is another customer's. */
export async function findRecurringBuy(
  reader: Reader,
  userId: string,
  id: string,
): Promise<RecurringBuyRow | undefined> {
  return reader
    .selectFrom("recurring_buys")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** A customer's plans, newest first. */
export async function listRecurringBuys(
  reader: Reader,
  userId: string,
  limit: number,
): Promise<RecurringBuyRow[]> {
  return reader
    .selectFrom("recurring_buys")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy((eb) => eb.case().when("status", "=", "cancelled").then(1n).else(0n).end())
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
}

/**
 * Plans whose next day has come.
 * @param day the newest day that is due
 * @param after where the page before ended; the empty text for the first
 */
export async function listDueRecurringBuys(
  reader: Reader,
  { day, after }: { readonly day: string; readonly after: string },
  limit: number,
): Promise<RecurringBuyRow[]> {
  return reader
    .selectFrom("recurring_buys")
    .selectAll()
    .where("status", "=", "active")
    .where("next_on", "<=", day)
    .where("id", ">", after)
    .orderBy("id")
    .limit(BigInt(limit))
    .execute();
}

interface PlanChange {
  /** The caller's view, which the plan must still match. */
  readonly from: Pick<RecurringBuyRow, "id" | "status" | "next_on">;
  readonly to: { readonly status: RecurringBuyStatus; readonly next_on: string };
  readonly at: Epoch;
}

/**
 * Changes a plan that is still as the caller has read it, and holds its row until the transaction ends. One
 * of several concurrent changes wins, also if several processes find the same day due.
 * @returns false if it has changed meanwhile
 */
export async function changeRecurringBuy(tx: WriteTx, { from, to, at }: PlanChange): Promise<boolean> {
  const changed = await tx
    .updateTable("recurring_buys")
    .set({ ...to, updated_at: at })
    .where("id", "=", from.id)
    .where("status", "=", from.status)
    .where("next_on", "=", from.next_on)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Notes what happened on a day. @throws a unique violation if that was noted before */
export async function insertRecurringRun(tx: WriteTx, run: RecurringRunRow): Promise<void> {
  await tx.insertInto("recurring_runs").values(run).execute();
}

/** The runs of a plan with what each has bought, newest first. The caller has found the plan as the customer's own. */
export async function listRecurringRuns(
  reader: Reader,
  planId: string,
  limit: number,
): Promise<(RecurringRunRow & { readonly bought: bigint | null })[]> {
  return reader
    .selectFrom("recurring_runs as run")
    .leftJoin("transactions as made", "made.id", "run.transaction_id")
    .selectAll("run")
    .select("made.debit as bought")
    .where("run.plan_id", "=", planId)
    .orderBy("run.run_on", "desc")
    .limit(BigInt(limit))
    .execute();
}
