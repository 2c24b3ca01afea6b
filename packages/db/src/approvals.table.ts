import type { StoredApprovalStatus } from "@wattle/contracts/approvals";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import { sql, type Selectable } from "kysely";
import type { Epoch, JsonText } from "./columns/column-types.ts";
import { apart, table } from "./columns/table.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

/** An act that waits, or has waited, for a second person. */
interface ApprovalsTable {
  id: string;
  /** The procedure that is to be done: `ops.ledger.adjust`. */
  act: string;
  /** One that has expired stays `pending`: its time says so. */
  status: StoredApprovalStatus;
  /** The subject, as people read it. */
  subject: string;
  /** The customer whose account it is about. */
  customer_id: string | null;
  /** JSON array of texts: why one person is not enough. */
  reasons: JsonText;
  /** JSON: the input, what the second person reads of it, and the state of its subject. */
  proposal: Sealed<"approvals.proposal">;
  /** SHA-256 (hex) of act and input, which the audit log has too. */
  input_hash: string;
  idempotency_key: string | null;
  proposed_by: string;
  created_at: Epoch;
  expires_at: Epoch;
  decided_by: string | null;
  decided_at: Epoch | null;
  /** Why it was rejected, or why it failed. */
  note: InternalNote | null;
}

export const approvals = table<ApprovalsTable>({
  whose: ({ id }) => sql`customer_id = ${id}`,
  key: ["id"],
  copy: "requests of staff to each other; what is done shows in the other files",
  erasure: { removed: "retention", why: "names the customer in words; the audit log keeps who did what" },
});

export type ApprovalRow = Selectable<ApprovalsTable>;

/** Amounts that a member of staff has moved without a second person: credits, returns, payments. */
interface StaffCreditsTable {
  id: string;
  user_id: string;
  /** The customer whose money it was; null if it was no customer's, and in old credits without one. */
  customer_id: string | null;
  /** In hundredths of the home currency. */
  worth: bigint;
  credited_at: Epoch;
}

export const staffCredits = apart<StaffCreditsTable>("what members of staff did");
