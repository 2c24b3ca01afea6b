import type { FILING_KINDS } from "@wattle/contracts/choices";
import { sql, type Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { SPEAKS_NOT } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

/** Reports to the authority. */
interface FilingsTable {
  id: string;
  kind: (typeof FILING_KINDS)[number];
  case_id: string | null;
  customer_id: string;
  /** The reference of the reported transaction. */
  reference: string | null;
  /** The bank line of the payment, if it has one. */
  line_id: string | null;
  /** JSON: texts by field. */
  fields: Sealed<"filings.fields">;
  /** SHA-256 of the text that was filed. */
  fields_hash: string | null;
  created_at: Epoch;
  due_at: Epoch;
  /** The authority's number; null until it was filed. */
  receipt: string | null;
  /** The day on which it was filed. */
  filed_on: string | null;
  filed_by: string | null;
}

export const filings = table<FilingsTable>({
  whose: ({ id }) => sql`customer_id = ${id}`,
  key: ["id"],
  copy: SPEAKS_NOT,
  erasure: { removed: "retention", why: "reports to the authority, which the law keeps for a time" },
});

export type FilingRow = Selectable<FilingsTable>;
