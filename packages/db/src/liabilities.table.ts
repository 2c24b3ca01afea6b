import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { INNER } from "./columns/decisions.ts";
import { apart, table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

/** A proof of liabilities; `document` is null while it is made, `day` if none of a day. */
interface LiabilityPublicationsTable {
  id: string;
  day: string | null;
  created_at: Epoch;
  document: string | null;
}

export const liabilityPublications = apart<LiabilityPublicationsTable>("published for all");

/** Some nodes of a level of a tree, one after the other, as base64. */
interface LiabilityNodesTable {
  publication_id: string;
  currency: string;
  level: bigint;
  number: bigint;
  nodes: string;
}

export const liabilityNodes = apart<LiabilityNodesTable>("published for all");

export type LiabilityNodes = Selectable<LiabilityNodesTable>;

/** The share of a customer in a publication; `leaves` as JSON. */
interface LiabilityLeavesTable {
  publication_id: string;
  user_id: string;
  currency: string;
  amount: bigint;
  leaves: string;
}

export const liabilityLeaves = table<LiabilityLeavesTable>({
  whose: own,
  key: ["publication_id", "currency"],
  copy: { file: "balance-proofs", about: "What we published that we owe you" },
  erasure: "amounts that were published, by identifier",
  columns: {
    publication_id: "text",
    user_id: INNER,
    currency: "text",
    amount: { amountIn: "currency" },
    leaves: "json",
  },
});

export type LiabilityLeaves = Selectable<LiabilityLeavesTable>;
