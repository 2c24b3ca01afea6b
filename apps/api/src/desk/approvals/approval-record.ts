import type { ApprovalRecord } from "@wattle/contracts/approvals";
import { STAFF_ROLES } from "@wattle/contracts/choices";
import { depositAccountKey } from "@wattle/contracts/deposit-accounts";
import { depositAccountId } from "@wattle/contracts/deposit-limits";
import { findPeople } from "@wattle/db/approvals";
import type { Reader } from "@wattle/db/database";
import { listShared } from "@wattle/db/people-alike";
import { listStaff } from "@wattle/db/staff";
import type { ApprovalRow } from "@wattle/db/tables";
import type { SignedInUser } from "../../access/admission.ts";
import { staffMay } from "@wattle/contracts/staff-access";
import { isoTime } from "../../clock.ts";
import { readReference } from "../../reference.ts";
import type { Services } from "../../services.ts";
import { changesNow, changesThen } from "./changes.ts";
import { openProposal, readableSubject, statusAt } from "./proposal.ts";
import { mayAct } from "../../audit/lock-staff.ts";
import { sharedText } from "./warnings.ts";
import { isThirdPerson, mayDecide } from "./propose.ts";

type Person = ApprovalRecord["proposed_by"];

function inputId(input: unknown): string | null {
  if (typeof input !== "object" || input === null) return null;
  if ("id" in input && typeof input.id === "string") return input.id;
  if ("rule" in input && typeof input.rule === "string") return input.rule;
  if ("reference" in input && typeof input.reference === "string")
    return readReference(input.reference) ?? null;
  const key = depositAccountKey.safeParse(input);
  return key.success ? depositAccountId(key.data) : null;
}

/**
 * Requests as a member of staff reads them.
 * @param titleOf what an act does, in words
 */
export async function approvalRecords(
  reader: Reader,
  { vault, clock, config }: Pick<Services, "vault" | "clock" | "config">,
  user: SignedInUser,
  rows: readonly ApprovalRow[],
  titleOf: (act: string) => string,
): Promise<ApprovalRecord[]> {
  const ids = rows.flatMap(({ proposed_by, decided_by, customer_id }) => [
    proposed_by,
    decided_by ?? proposed_by,
    customer_id ?? proposed_by,
  ]);
  const accounts = new Map((await findPeople(reader, [...new Set(ids)])).map((row) => [row.id, row]));
  const personOf = (id: string): Person => {
    const row = accounts.get(id);
    return row === undefined
      ? { id, name: id, email: "" }
      : { id, name: `${row.first_name} ${row.last_name}`, email: row.email };
  };
  const shared = await listShared(
    reader,
    user.id,
    rows.map(({ proposed_by }) => proposed_by),
  );
  const now = BigInt(clock.now());
  const team = rows.length === 0 ? [] : await listStaff(reader, { withDemo: config.DEMO });
  return rows.map((row) => {
    const { input, details, changes = [], reads = null, warnings = [] } = openProposal(vault, row);
    const [status, proposer] = [statusAt(row, now), personOf(row.proposed_by)];
    const people = { proposer, about: row.customer_id };
    return {
      id: row.id,
      act: row.act,
      title: titleOf(row.act),
      input_id: inputId(input),
      status,
      subject: readableSubject(row, row.customer_id === null ? undefined : accounts.get(row.customer_id)),
      details: [...details],
      changes: changesThen(changes),
      reads,
      reasons: JSON.parse(row.reasons) as string[],
      warnings: [
        ...warnings,
        ...sharedText(
          accounts.get(row.proposed_by)?.first_name ?? "Staff",
          status === "pending" ? shared.get(row.proposed_by) : [],
        ),
      ],
      proposed_by: proposer,
      created_at: isoTime(row.created_at),
      expires_at: isoTime(row.expires_at),
      decided_by: row.decided_by === null ? null : personOf(row.decided_by),
      decided_at: row.decided_at === null ? null : isoTime(row.decided_at),
      note: row.note,
      own: row.proposed_by === user.id,
      approver_roles: STAFF_ROLES.filter((role) => staffMay([role], row.act)),
      approvers: team.filter((member) => isThirdPerson(member, people) && mayAct(member, row.act)).length,
      may_decide: status === "pending" && mayDecide(user, { ...people, act: row.act }),
    };
  });
}

/** A request's record as who decides reads it: while it waits, with the balances of this moment. */
export async function withChangesNow(
  reader: Reader,
  { vault }: Pick<Services, "vault">,
  row: ApprovalRow,
  record: ApprovalRecord,
): Promise<ApprovalRecord> {
  if (record.status !== "pending") return record;
  const { changes = [] } = openProposal(vault, row);
  return { ...record, changes: await changesNow(reader, changes) };
}
