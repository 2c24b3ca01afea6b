/** Rules, what they are to look at, and what they found. */
import { sql } from "kysely";
import { customerAccountParts, isCustomerAccount, type LedgerAccountId } from "./ledger/accounts.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { Epoch, MonitoredEvent, MonitoringRule, MonitoringRuleRow, RuleAlert } from "./tables.ts";

export const listRules = (reader: Reader): Promise<MonitoringRuleRow[]> =>
  reader.selectFrom("monitoring_rules").selectAll().execute();

export async function keepRule(tx: WriteTx, row: MonitoringRuleRow): Promise<void> {
  await tx
    .insertInto("monitoring_rules")
    .values(row)
    .onConflict((conflict) => conflict.column("rule").doUpdateSet(row))
    .execute();
}

/** Asks rules to look at a customer, in the transaction that causes it. The same again is one event, at its newest time. */
export async function lookAt(
  tx: WriteTx,
  {
    user_id,
    kind,
    about,
    created_at,
    due_at = created_at,
  }: Omit<MonitoredEvent, "due_at"> & { due_at?: Epoch },
): Promise<void> {
  await tx
    .insertInto("monitored_events")
    .values({ user_id, kind, about, created_at, due_at })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "kind", "about"]).doUpdateSet({ created_at, due_at }),
    )
    .execute();
}

/** Asks for another look at a customer whose look has failed, since the earliest time that is still to be looked at. */
export async function lookAfterFailure(
  tx: WriteTx,
  { user_id, created_at, due_at }: Pick<MonitoredEvent, "user_id" | "created_at" | "due_at">,
): Promise<void> {
  await tx
    .insertInto("monitored_events")
    .values({ user_id, kind: "look", about: "failed", created_at, due_at })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "kind", "about"]).doUpdateSet({
        created_at: sql<Epoch>`case
          when monitored_events.due_at is null or monitored_events.created_at > excluded.created_at
          then excluded.created_at else monitored_events.created_at end`,
        due_at,
      }),
    )
    .execute();
}

/** Asks rules to look at the customer of a payee who is new, or was changed. */
export const lookAtPayee = (
  tx: WriteTx,
  { id, user_id, created_at }: Pick<MonitoredEvent, "user_id" | "created_at"> & { readonly id: string },
): Promise<void> => lookAt(tx, { user_id, kind: "payee", about: id, created_at });

/** Asks for a look at a customer whose rating may have changed. */
export const rateSoon = (tx: WriteTx, userId: string, at: Epoch): Promise<void> =>
  lookAt(tx, { user_id: userId, kind: "look", about: "rating", created_at: at });

export const listDueEvents = (reader: Reader, now: Epoch, limit: number): Promise<MonitoredEvent[]> =>
  reader
    .selectFrom("monitored_events")
    .selectAll()
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .limit(BigInt(limit))
    .execute();

/** Notes that rules have looked at an event, unless it happened again meanwhile. */
export async function noteLooked(
  tx: WriteTx,
  { user_id, kind, about, due_at }: MonitoredEvent,
): Promise<void> {
  await tx
    .updateTable("monitored_events")
    .set({ due_at: null })
    .where("user_id", "=", user_id)
    .where("kind", "=", kind)
    .where("about", "=", about)
    .where("due_at", "=", due_at)
    .execute();
}

/** Removes events that rules have looked at, from before a time. @returns how many, at most `limit` */
export async function deleteLooked(tx: WriteTx, before: Epoch, limit: number): Promise<number> {
  const old = await tx
    .selectFrom("monitored_events")
    .select(["user_id", "kind", "about"])
    .where("due_at", "is", null)
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(BigInt(limit))
    .execute();
  for (const { user_id, kind, about } of old)
    await tx
      .deleteFrom("monitored_events")
      .where("user_id", "=", user_id)
      .where("kind", "=", kind)
      .where("about", "=", about)
      .where("due_at", "is", null)
      .execute();
  return old.length;
}

/** A customer whose money an entry of the ledger moved. */
export interface MovedMoney {
  readonly user_id: string;
  readonly kind: string;
  readonly created_at: Epoch;
}

/** Customers whose money was moved by entries of the ledger. */
export async function listMoved(reader: Reader, entryIds: readonly string[]): Promise<MovedMoney[]> {
  if (entryIds.length === 0) return [];
  const rows = await reader
    .selectFrom("ledger_postings as posting")
    .innerJoin("ledger_entries as entry", "entry.id", "posting.entry_id")
    .select([
      "posting.source_account as source",
      "posting.destination_account as destination",
      "entry.kind",
      "entry.created_at",
    ])
    .where("posting.entry_id", "in", entryIds)
    .execute();
  return rows.flatMap(({ source, destination, kind, created_at }) =>
    ([source, destination] as LedgerAccountId[])
      .filter(isCustomerAccount)
      .map((account) => ({ user_id: customerAccountParts(account).userId, kind, created_at })),
  );
}

/** Adds an alert. @returns false if the customer has it already */
export async function insertAlert(tx: WriteTx, alert: RuleAlert): Promise<boolean> {
  const added = await tx
    .insertInto("rule_alerts")
    .values(alert)
    .onConflict((conflict) => conflict.columns(["user_id", "rule", "event"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/** Events by which rules have found something of a customer: `rule` and `event`. */
export const listAlertEvents = (
  reader: Reader,
  userId: string,
): Promise<Pick<RuleAlert, "rule" | "event">[]> =>
  reader.selectFrom("rule_alerts").select(["rule", "event"]).where("user_id", "=", userId).execute();

/** Alerts of a case, oldest first. */
export const listAlerts = (reader: Reader, caseId: string): Promise<RuleAlert[]> =>
  reader
    .selectFrom("rule_alerts")
    .selectAll()
    .where("case_id", "=", caseId)
    .orderBy("happened_at")
    .orderBy("id")
    .execute();

/** Alerts of each rule since a time, and how many of them were in cases in which nothing was found. */
export const countAlerts = (
  reader: Reader,
  since: Epoch,
): Promise<{ rule: MonitoringRule; total: bigint; wrong_total: bigint }[]> =>
  reader
    .selectFrom("rule_alerts as alert")
    .innerJoin("cases", "cases.id", "alert.case_id")
    .select((row) => [
      "alert.rule",
      row.fn.countAll<bigint>().as("total"),
      sql<bigint>`sum(case when cases.outcome = 'nothing_found' then 1 else 0 end)`.as("wrong_total"),
    ])
    .where("alert.created_at", ">=", since)
    .groupBy("alert.rule")
    .execute();
