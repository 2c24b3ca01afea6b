/** Acts on cases: someone takes one, notes what was found, and decides. */
import type { AuditAct } from "@wattle/contracts/audit-acts";
import {
  assignCaseInput,
  caseInput,
  caseRecord,
  closeCaseInput,
  markCaseInput,
  noteCaseInput,
  snoozeCaseInput,
} from "@wattle/contracts/cases";
import { MOST_SNOOZE_DAYS } from "@wattle/contracts/choices";
import { addDays, isDay, localDay, startOfDay } from "@wattle/contracts/days";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import { lockUser } from "@wattle/db/accounts";
import { changeOpenCase, insertCaseNote, type CustomerCase } from "@wattle/db/cases";
import type { WriteTx } from "@wattle/db/database";
import { setDraftsDue } from "@wattle/db/filings";
import { listAlerts, rateSoon } from "@wattle/db/monitoring";
import { listHits } from "@wattle/db/screening";
import type { Log, LogLine, Operator } from "../../audit/record-act.ts";
import { isoTime, timeOf } from "../../clock.ts";
import { releaseHeld } from "../../compliance/close-case.ts";
import { caseDueAt } from "../../compliance/open-case.ts";
import type { ActServices, Plan, ReviewedAct } from "../approvals/act.ts";
import type { PlannedChange } from "../approvals/changes.ts";
import { stateText } from "../approvals/changes.ts";
import { refuseWaiting } from "../approvals/propose.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { listColleagues, readCase, rowOfCase } from "./read-cases.ts";
import type { CaseRecord } from "@wattle/contracts/cases";

const COMMON = {
  roles: ["compliance"],
  errors: ["not_found", "state_conflict"],
  output: caseRecord,
} as const;

const DAY = 24 * 60 * 60_000;

/** A case that is not closed, with its customer's row held. @throws DomainError `not_found`, `state_conflict` */
async function openCaseRow(tx: WriteTx, id: string): Promise<CustomerCase> {
  const { customer_id } = await rowOfCase(tx, id);
  await lockUser(tx, customer_id);
  const row = await rowOfCase(tx, id);
  if (row.closed_at !== null) throw new DomainError("state_conflict");
  return row;
}

const lineOf = (row: CustomerCase, action: AuditAct, details: object = {}): LogLine => ({
  action,
  subject: row.id,
  details: { customer: row.customer_id, ...details },
});

interface Change {
  readonly changes: readonly PlannedChange[];
  readonly log: LogLine;
  readonly set?: Parameters<typeof changeOpenCase>[2];
  readonly also?: (record: Log) => Promise<void>;
}

/** Plans a change of an open case. */
const planOf = (
  tx: WriteTx,
  services: ActServices,
  row: CustomerCase,
  { changes, log, set, also }: Change,
): Plan<CaseRecord> => ({
  subject: `the case ${row.id}`,
  customer: row.customer_id,
  changes,
  log,
  run: async (record) => {
    if (set !== undefined && !(await changeOpenCase(tx, row.id, set)))
      throw new DomainError("state_conflict");
    await also?.(record);
    return readCase(tx, services, row.id);
  },
});

async function addNote(
  tx: WriteTx,
  { clock, ids, vault }: ActServices,
  { id: case_id, by, text }: { readonly id: string; readonly by: Operator; readonly text: InternalNote },
): Promise<void> {
  const id = ids.uuid();
  const note = { id, case_id, author: by.id, created_at: BigInt(clock.now()) };
  await insertCaseNote(tx, {
    ...note,
    text: vault.seal("case_notes.text", id, `${text as unknown as string}`),
  });
}

/** Takes a case oneself. */
export const takeCase = alone({
  ...COMMON,
  title: "Take a case",
  input: caseInput,
  plan: async (tx, { services, operator }, { id }) => {
    const row = await openCaseRow(tx, id);
    return planOf(tx, services, row, {
      changes: [{ what: "Assigned to", before: row.assignee ?? "No one", after: operator.id }],
      log: lineOf(row, "case.taken"),
      set: { assignee: operator.id },
    });
  },
});

/** Gives a case to a colleague who may work on it. The plan throws `validation_failed` at `staff` for someone else. */
export const assignCase = alone({
  ...COMMON,
  title: "Assign a case",
  input: assignCaseInput,
  plan: async (tx, { services }, { id, staff }) => {
    const row = await openCaseRow(tx, id);
    const team = await listColleagues(tx, services.config);
    if (!team.some((each) => each.id === staff))
      throw DomainError.at("staff", "validation_failed", OWN_MESSAGES.chooseComplianceStaff);
    return planOf(tx, services, row, {
      changes: [{ what: "Assigned to", before: row.assignee ?? "No one", after: staff }],
      log: lineOf(row, "case.assigned", { staff }),
      set: { assignee: staff },
    });
  },
});

/** Notes something about a case. Notes are only added to. */
export const noteCase = alone({
  ...COMMON,
  title: "Note something about a case",
  input: noteCaseInput,
  plan: async (tx, { services, operator }, { id, text }) => {
    const row = await openCaseRow(tx, id);
    return planOf(tx, services, row, {
      changes: [],
      log: lineOf(row, "case.noted"),
      also: () => addNote(tx, services, { id, by: operator, text }),
    });
  },
});

/** Says whether a case is about terrorism: it is then due a day after it was opened, with the reports drafted from it. */
export const markCase = alone({
  ...COMMON,
  title: "Mark a case as about terrorism",
  input: markCaseInput,
  plan: async (tx, { services }, { id, terrorism }) => {
    const row = await openCaseRow(tx, id);
    const due_at = terrorism ? row.created_at + BigInt(DAY) : caseDueAt(row.created_at, services.config);
    return planOf(tx, services, row, {
      changes: [{ what: "Due", before: isoTime(row.due_at), after: isoTime(due_at) }],
      log: lineOf(row, "case.marked", { terrorism }),
      set: { terrorism: terrorism ? 1n : 0n, due_at },
      also: () => setDraftsDue(tx, id, due_at),
    });
  },
});

/** Puts a case off until a day. The plan throws `validation_failed` at `until` for one that is not ahead, or too far. */
export const snoozeCase = alone({
  ...COMMON,
  title: "Snooze a case",
  input: snoozeCaseInput,
  plan: async (tx, { services, operator }, { id, until, internal_note: note }) => {
    const row = await openCaseRow(tx, id);
    const { clock, config } = services;
    const now = BigInt(clock.now());
    const last = addDays(localDay(now, config.TIME_ZONE), MOST_SNOOZE_DAYS);
    const snoozed_until = isDay(until) ? startOfDay(until, config.TIME_ZONE) : BigInt(Date.parse(until));
    if (snoozed_until <= now || localDay(snoozed_until, config.TIME_ZONE) > last)
      throw DomainError.at("until", "validation_failed", OWN_MESSAGES.snoozeDay);
    return planOf(tx, services, row, {
      changes: [{ what: "Snoozed until", before: timeOf(row.snoozed_until) ?? "Not snoozed", after: until }],
      log: lineOf(row, "case.snoozed", { until, internal_note: note }),
      set: { snoozed_until },
      also: () => addNote(tx, services, { id, by: operator, text: note }),
    });
  },
});

/**
 * Closes a case. Withdrawals that it had put on hold go on, unless it was reported. The plan throws `not_found`, `state_conflict` if it is
 * closed.
 */
export const closeCase: ReviewedAct<typeof closeCaseInput, typeof caseRecord> = {
  ...COMMON,
  title: "Close a case",
  input: closeCaseInput,
  plan: async (tx, { services, operator }, { id, outcome, internal_note: note }) => {
    const row = await openCaseRow(tx, id);
    // One person may close it otherwise, but not while two decide how.
    await refuseWaiting(tx, services, "ops.cases.close", id);
    const hits = await listHits(tx, id);
    const alerts = await listAlerts(tx, id);
    const planned = planOf(tx, services, row, {
      changes: [{ what: "Case", before: "Open", after: `Closed: ${stateText(outcome)}` }],
      log: lineOf(row, "case.closed", { outcome, internal_note: note }),
      set: {
        closed_at: BigInt(services.clock.now()),
        closed_by: operator.id,
        outcome,
        ...(row.assignee === null && { assignee: operator.id }),
      },
      also: async (log) => {
        await addNote(tx, services, { id, by: operator, text: note });
        await rateSoon(tx, row.customer_id, BigInt(services.clock.now()));
        if (outcome !== "reported") await releaseHeld(tx, services, row, { operator, log });
      },
    });
    return {
      ...planned,
      once: id,
      details: { Customer: row.customer.email, Outcome: stateText(outcome), "Internal note": note },
      state: `the case has ${hits.length} hits and ${alerts.length} alerts`,
      reasons: [
        ...(hits.length > 0 ? ["A name that a list has needs two people."] : []),
        ...(outcome === "reported" ? ["A report needs two people."] : []),
      ],
      worth: null,
    };
  },
};
