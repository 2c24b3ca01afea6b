import type { ListSource } from "@wattle/contracts/lists";
import type { Generated, Selectable } from "kysely";
import type { Epoch, JsonText } from "./columns/column-types.ts";
import { SPEAKS_NOT } from "./columns/decisions.ts";
import { apart, table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

/** Versions of lists. One of a source is in use. */
interface ScreeningListsTable {
  id: string;
  source: ListSource;
  /** The day of the file, or else the time of its import. */
  version: string;
  /** The day that the file says; null if it says none. */
  dated: string | null;
  entries: bigint;
  imported_at: Epoch;
  imported_by: string;
  /** Since when it is in use; null before a second person agreed. */
  used_at: Epoch | null;
  replaced_at: Epoch | null;
  /** The version that it replaced. */
  previous_id: string | null;
  /** How many customers were compared with it, of how many, and the last of them. */
  screened_total: Generated<bigint>;
  customers_total: Generated<bigint>;
  screened_through: Generated<string>;
  /** When all had been. */
  screened_at: Epoch | null;
  /** Until when one process compares. */
  leased_until: Generated<Epoch>;
}

export const screeningLists = apart<ScreeningListsTable>("lists of people, which names no customer");

export type ScreeningList = Selectable<ScreeningListsTable>;

interface ScreeningListPartsTable {
  list_id: string;
  part: bigint;
  /** JSON array of entries with their hashes. */
  entries: JsonText;
}

export const screeningListParts = apart<ScreeningListPartsTable>("lists of people, which names no customer");

/** Customers who are to be compared with all lists. */
interface ScreeningsDueTable {
  user_id: string;
  due_at: Epoch;
}

export const screeningsDue = table<ScreeningsDueTable>({
  whose: own,
  key: ["user_id"],
  copy: SPEAKS_NOT,
  erasure: { removed: "retention", why: "a comparison that is still to be done" },
});

/** Entries of lists that are like a customer. */
interface ScreeningHitsTable {
  id: string;
  case_id: string;
  user_id: string;
  source: ListSource;
  list_id: string;
  entry_id: string;
  /** SHA-256 (hex) of the entry's content: another content is another hit. */
  entry_hash: string;
  /** JSON: what was compared with what, and the parts of the score. */
  found: Sealed<"screening_hits.found">;
  created_at: Epoch;
}

export const screeningHits = table<ScreeningHitsTable>({
  whose: own,
  key: ["id"],
  copy: SPEAKS_NOT,
  erasure: { removed: "retention", why: "records of compliance, which the law keeps for a time" },
});

export type ScreeningHit = Selectable<ScreeningHitsTable>;
