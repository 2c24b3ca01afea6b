import type { HoldKind } from "@wattle/contracts/holds";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { Selectable } from "kysely";
import type { Epoch, Flag } from "./columns/column-types.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

interface CustomerHoldsTable {
  id: string;
  user_id: string;
  kind: HoldKind;
  internal_note: InternalNote;
  held_by: string;
  held_at: Epoch;
  /** Null, as the next two, while it lasts; a customer has one of a kind at a time. */
  released_by: string | null;
  released_at: Epoch | null;
  release_note: InternalNote | null;
}

export const customerHolds = table<CustomerHoldsTable>({
  whose: own,
  key: ["id"],
  copy: "reviews of staff, whose law may forbid to speak of them",
  erasure: { removed: "retention", why: "reviews of staff, which the law keeps for a time" },
});

export type CustomerHold = Selectable<CustomerHoldsTable>;

/** Notes of staff about a customer. They are only added to, until the customer's data are erased. */
interface CustomerNotesTable {
  id: string;
  user_id: string;
  author: string;
  note: InternalNote;
  created_at: Epoch;
}

export const customerNotes = table<CustomerNotesTable>({
  whose: own,
  key: ["id"],
  copy: "notes of staff to each other",
  erasure: { removed: "retention", why: "notes of staff, which may say whose account it was" },
});

export type CustomerNote = Selectable<CustomerNotesTable>;

/** An account that was closed for good, and how far the erasure of its data is. */
interface AccountClosuresTable {
  user_id: string;
  /** The address that the account had; null once all is erased and the last mail has left. */
  email: string | null;
  /** Since when the address was this customer's for certain; null if it never was confirmed. */
  email_since: Epoch | null;
  closed_at: Epoch;
  /** Identifier of who closed it: the customer, or a member of staff. */
  closed_by: string;
  /** 1 if the law keeps something for a time. */
  kept: Flag;
  /** Mails about it: they leave although the address is being forgotten. */
  closing_mail: string;
  final_mail: string | null;
  /** When all was gone that no law keeps. */
  cleared_at: Epoch | null;
  /** When the erasure of the rest began; nothing stops it from then on. */
  erasing_at: Epoch | null;
  erased_at: Epoch | null;
}

export const accountClosures = table<AccountClosuresTable>({
  copy: "an account that is closed has no login to copy with; its mails said the same",
  erasure: "says that and when it was done; its address goes last",
});

export type AccountClosure = Selectable<AccountClosuresTable>;
