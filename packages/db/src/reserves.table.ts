import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

/** A proof of reserves; `held` is what the keys are asked to prove, and `document` is null until they have. Both are JSON. */
interface ReserveProofsTable {
  id: string;
  created_at: Epoch;
  held: string;
  document: string | null;
  published_at: Epoch | null;
  /** When each of its networks had been looked at since: the longest ago of them. */
  checked_at: Epoch | null;
}

export const reserveProofs = apart<ReserveProofsTable>("published for all");

export type ReserveProof = Selectable<ReserveProofsTable>;
