import type { RowKind } from "@wattle/contracts/presence";
import type { Selectable } from "kysely";
import type { Epoch, JsonText } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

/** Someone who may become staff by a mailed link. Accepting it, or taking it back, removes the row. */
interface StaffInvitationsTable {
  id: string;
  /** Lower case; an address has one invitation at most. */
  email: string;
  /** JSON array of staff roles, at least one. */
  roles: JsonText;
  token_hash: string;
  /** The inviting account, or the word for the command line. */
  invited_by: string;
  created_at: Epoch;
  expires_at: Epoch;
}

export const staffInvitations = apart<StaffInvitationsTable>("people who become staff");

export type StaffInvitation = Selectable<StaffInvitationsTable>;

/** The row that a member of staff has open at the desk. It is gone if their page has not reported for a minute. */
interface StaffPresenceTable {
  user_id: string;
  kind: RowKind;
  /** Identifier that the audit log has of what is open. */
  subject: string;
  seen_at: Epoch;
}

export const staffPresence = apart<StaffPresenceTable>("what members of staff have open, for a minute");

export type StaffPresence = Selectable<StaffPresenceTable>;
