import { staffRolesOf } from "@wattle/contracts/accounts";
import type { ApprovalRecord } from "@wattle/contracts/approvals";
import { findPeople } from "@wattle/db/approvals";
import type { Reader } from "@wattle/db/database";
import type { ApprovalRow } from "@wattle/db/tables";
import type { SignedInUser } from "../../access/admission.ts";
import { staffMay } from "../../access/staff-access.ts";
import { isoTime } from "../../clock.ts";
import type { Services } from "../../services.ts";
import { openProposal, statusAt } from "./proposal.ts";

type Person = ApprovalRecord["proposed_by"];

/**
 * Requests as a member of staff reads them.
 * @param titleOf what an act does, in words
 */
export async function approvalRecords(
  reader: Reader,
  { vault, clock }: Pick<Services, "vault" | "clock">,
  user: SignedInUser,
  rows: readonly ApprovalRow[],
  titleOf: (act: string) => string,
): Promise<ApprovalRecord[]> {
  const ids = rows.flatMap(({ proposed_by, decided_by }) => [proposed_by, decided_by ?? proposed_by]);
  const people = new Map((await findPeople(reader, [...new Set(ids)])).map((row) => [row.id, row]));
  const personOf = (id: string): Person => {
    const row = people.get(id);
    return row === undefined
      ? { id, name: id, email: "" }
      : { id, name: `${row.first_name} ${row.last_name}`, email: row.email };
  };
  const now = BigInt(clock.now());
  return rows.map((row) => {
    const [status, own] = [statusAt(row, now), row.proposed_by === user.id];
    return {
      id: row.id,
      act: row.act,
      title: titleOf(row.act),
      status,
      subject: row.subject,
      details: [...openProposal(vault, row).details],
      reasons: JSON.parse(row.reasons) as string[],
      proposed_by: personOf(row.proposed_by),
      created_at: isoTime(row.created_at),
      expires_at: isoTime(row.expires_at),
      decided_by: row.decided_by === null ? null : personOf(row.decided_by),
      decided_at: row.decided_at === null ? null : isoTime(row.decided_at),
      note: row.note,
      own,
      may_decide: status === "pending" && !own && staffMay(staffRolesOf(user.roles), row.act),
    };
  });
}
