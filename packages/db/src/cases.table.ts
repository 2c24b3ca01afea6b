import type { CASE_KINDS, CASE_OUTCOMES } from "@wattle/contracts/choices";
import { sql, type Generated, type Selectable } from "kysely";
import type { Epoch, Flag } from "./columns/column-types.ts";
import { SPEAKS_NOT } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

/** Cases: compliance looks into each. */
interface CasesTable {
  id: string;
  kind: (typeof CASE_KINDS)[number];
  /** The rule that opened it. */
  rule: string | null;
  customer_id: string;
  created_at: Epoch;
  due_at: Epoch;
  assignee: string | null;
  terrorism: Generated<Flag>;
  snoozed_until: Epoch | null;
  /** Whether it put the customer's withdrawals on hold. */
  holds: Generated<Flag>;
  closed_at: Epoch | null;
  closed_by: string | null;
  outcome: (typeof CASE_OUTCOMES)[number] | null;
}

const KEPT = { removed: "retention", why: "records of compliance, which the law keeps for a time" } as const;

export const cases = table<CasesTable>({
  whose: ({ id }) => sql`customer_id = ${id}`,
  key: ["id"],
  copy: SPEAKS_NOT,
  erasure: KEPT,
});

export type CaseRow = Selectable<CasesTable>;

interface CaseNotesTable {
  id: string;
  case_id: string;
  author: string;
  text: Sealed<"case_notes.text">;
  created_at: Epoch;
}

export const caseNotes = table<CaseNotesTable>({
  whose: ({ id }) => sql`case_id in (select id from cases where customer_id = ${id})`,
  key: ["id"],
  copy: SPEAKS_NOT,
  erasure: KEPT,
});

export type CaseNote = Selectable<CaseNotesTable>;
