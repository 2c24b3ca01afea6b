import type { MonitoringRule } from "@wattle/contracts/rules";
import { asInternalNote } from "@wattle/contracts/staff-texts";
import { lockUser } from "@wattle/db/accounts";
import { insertCaseNote } from "@wattle/db/cases";
import type { WriteTx } from "@wattle/db/database";
import { insertAlert, listAlertEvents, lookAt } from "@wattle/db/monitoring";
import { listSharers, type SharedValue } from "@wattle/db/monitored-history";
import { openCase } from "../compliance/open-case.ts";
import type { Services } from "../services.ts";
import { actsOf } from "./rules/rules.ts";
import type { Finding } from "./rules/history.ts";

export type KeepServices = Pick<Services, "clock" | "config" | "database" | "ids" | "vault">;

/** Findings of one rule about a customer. */
export interface RuleFindings {
  readonly rule: MonitoringRule;
  readonly findings: readonly Finding[];
}

/** Asks for a look at each of those who share something. */
async function lookAtSharers(
  tx: WriteTx,
  { clock }: Pick<Services, "clock">,
  userId: string,
  value: Pick<SharedValue, "what" | "hash">,
): Promise<void> {
  const created_at = BigInt(clock.now());
  for (const other of await listSharers(tx, value))
    if (other !== userId)
      await lookAt(tx, { user_id: other, kind: "look", about: `${value.what} ${value.hash}`, created_at });
}

/** Keeps what a rule found and what is new of it, in the customer's open case of that rule. */
async function keepOfRule(
  tx: WriteTx,
  services: KeepServices,
  userId: string,
  { rule, findings }: RuleFindings,
): Promise<void> {
  const { clock, ids, vault } = services;
  const created_at = BigInt(clock.now());
  const holds = actsOf(rule).includes("hold_withdrawals");
  const case_id = await openCase(tx, services, { kind: "monitoring", rule, customer: userId, holds });
  for (const { at, event, rows, advice, shared } of findings) {
    const alert = { id: ids.uuid(), case_id, user_id: userId, rule, event, created_at };
    const found_rows = JSON.stringify(rows);
    if (!(await insertAlert(tx, { ...alert, found_rows, happened_at: BigInt(at) }))) continue;
    if (shared !== undefined) await lookAtSharers(tx, services, userId, shared);
    if (advice === undefined) continue;
    const id = ids.uuid();
    const text = vault.seal("case_notes.text", id, `${asInternalNote(advice) as unknown as string}`);
    await insertCaseNote(tx, { id, case_id, author: "system", text, created_at });
  }
}

/** Keeps findings about a customer. A finding that is known already is no news, however often it is made. */
export async function keepFindings(
  services: KeepServices,
  userId: string,
  found: readonly RuleFindings[],
): Promise<void> {
  // Nearly always: what is known of the customer need not be read then.
  if (found.every(({ findings }) => findings.length === 0)) return;
  const { database } = services;
  const keyOf = (rule: string, event: string): string => `${rule} ${event}`;
  const fresh = async (reader: Parameters<typeof listAlertEvents>[0]): Promise<RuleFindings[]> => {
    const known = new Set(
      (await listAlertEvents(reader, userId)).map(({ rule, event }) => keyOf(rule, event)),
    );
    return found
      .map(({ rule, findings }) => ({
        rule,
        findings: findings.filter(({ event }) => !known.has(keyOf(rule, event))),
      }))
      .filter(({ findings }) => findings.length > 0);
  };
  if ((await fresh(database.read)).length === 0) return;
  await database.write(async (tx) => {
    if ((await lockUser(tx, userId)) === undefined) return;
    for (const of of await fresh(tx)) await keepOfRule(tx, services, userId, of);
  });
}
