import { asInternalNote } from "@wattle/contracts/staff-texts";
import { lockUser } from "@wattle/db/accounts";
import { changeOpenCase, insertCase, openCaseOf } from "@wattle/db/cases";
import type { WriteTx } from "@wattle/db/database";
import { heldKinds, insertHolds } from "@wattle/db/holds";
import { rateSoon } from "@wattle/db/monitoring";
import type { CaseRow } from "@wattle/db/tables";
import { recordAct } from "../audit/record-act.ts";
import { isDayOff } from "../holidays.ts";
import { dueAt } from "../queue-targets.ts";
import type { Services } from "../services.ts";

const DAY_HOURS = 24;
const CASE_DAYS = 3;

/** Those who read of a hold learn no more. */
const HOLD_NOTE = asInternalNote("Under review");

type CaseServices = Pick<Services, "clock" | "config" | "ids">;

/** When a case of a customer is due that begins at a time: after business days, three unless given. */
export const caseDueAt = (
  at: bigint,
  { TIME_ZONE }: Pick<CaseServices["config"], "TIME_ZONE">,
  days = CASE_DAYS,
): bigint => dueAt(at, days * DAY_HOURS, TIME_ZONE, (day) => isDayOff(day, TIME_ZONE));

/** Keeps a customer from withdrawals, silently. */
async function holdWithdrawals(
  tx: WriteTx,
  { clock, ids }: Pick<CaseServices, "clock" | "ids">,
  userId: string,
): Promise<void> {
  const user = await lockUser(tx, userId);
  if (user === undefined || heldKinds(user).includes("withdrawals")) return;
  const act = { userId, by: "system", at: BigInt(clock.now()), note: HOLD_NOTE };
  await insertHolds(tx, { ...act, kinds: ["withdrawals"] }, () => ids.uuid());
  const details = { on: ["withdrawals"], internal_note: HOLD_NOTE };
  await recordAct(
    tx,
    { clock, ids },
    { id: "system" },
    { action: "customer.held", subject: userId, details },
  );
}

/**
 * The open case of a customer for what was found, which is opened if there is none.
 * @param holds whether withdrawals are on hold until it is closed
 * @param days business days until it is due
 * @param since the time from which they count, if it is not now
 * @returns its identifier
 */
export async function openCase(
  tx: WriteTx,
  services: CaseServices,
  {
    customer,
    holds,
    days,
    since,
    ...of
  }: Pick<CaseRow, "kind" | "rule"> & { customer: string; holds: boolean; days?: number; since?: bigint },
): Promise<string> {
  const { clock, config, ids } = services;
  // If two begin at once, the second finds the case of the first.
  await lockUser(tx, customer);
  const found = await openCaseOf(tx, customer, of);
  if (holds) await holdWithdrawals(tx, services, customer);
  if (found !== undefined) {
    // Something new wakes a case that was put off.
    const due_at = since === undefined ? found.due_at : caseDueAt(since, config, days);
    await changeOpenCase(tx, found.id, {
      snoozed_until: null,
      ...(holds && { holds: 1n }),
      ...(due_at < found.due_at && { due_at }),
    });
    return found.id;
  }
  const id = ids.uuid();
  const created_at = BigInt(clock.now());
  await insertCase(tx, {
    ...of,
    id,
    customer_id: customer,
    created_at,
    due_at: caseDueAt(since ?? created_at, config, days),
    holds: holds ? 1n : 0n,
  });
  if (of.kind === "screening") await rateSoon(tx, customer, created_at);
  const details = { customer, kind: of.kind, rule: of.rule };
  await recordAct(tx, services, { id: "system" }, { action: "case.opened", subject: id, details });
  return id;
}
