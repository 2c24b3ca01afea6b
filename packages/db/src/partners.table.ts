import type { TransactionType } from "@wattle/contracts/history-rules";
import { sql, type Insertable, type Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { INNER, MONEY, NAMES_NO_ONE, OTHERS, WHEN } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";

interface ReferralRecordsTable {
  id: string;
  partner_id: string;
  client_user_id: string | null;
  client_name: string;
  client_surname: string;
  client_email: string;
  transaction_type: TransactionType;
  credit: bigint;
  credit_currency: string;
  debit: bigint;
  debit_currency: string;
  created_at: Epoch;
  /** The transaction of the record; null if it was made without one. A transaction makes one record. */
  transaction_id: string | null;
}

export const referralRecords = table<ReferralRecordsTable>({
  key: ["id"],
  copy: [
    {
      file: "referral",
      about: "What the partner who invited you sees of you",
      whose: ({ id }) => sql`client_user_id = ${id}`,
      unindexed: true,
    },
    {
      file: "partner-board",
      about: "Transactions of people you invited, without who they are",
      whose: ({ id }) => sql`partner_id = ${id}`,
      columns: {
        partner_id: INNER,
        client_user_id: OTHERS,
        client_name: OTHERS,
        client_surname: OTHERS,
        client_email: OTHERS,
        transaction_id: OTHERS,
      },
    },
  ],
  erasure: {
    by: "column",
    whose: ({ id }) => sql`(client_user_id = ${id} or partner_id = ${id})`,
    unindexed: true,
  },
  columns: {
    id: ["text", NAMES_NO_ONE],
    partner_id: [OTHERS, { kept: "the partner's own record" }],
    client_user_id: [INNER, NAMES_NO_ONE],
    client_name: ["text", { at: "soon", becomes: "Closed" }],
    client_surname: ["text", { at: "soon", becomes: "account" }],
    client_email: ["text", { at: "soon", becomes: "" }],
    transaction_type: ["text", MONEY],
    credit: [{ amountIn: "credit_currency" }, MONEY],
    credit_currency: ["text", MONEY],
    debit: [{ amountIn: "debit_currency" }, MONEY],
    debit_currency: ["text", MONEY],
    created_at: ["time", WHEN],
    transaction_id: ["text", NAMES_NO_ONE],
  },
});

export type ReferralRecord = Selectable<ReferralRecordsTable>;
export type NewReferralRecord = Insertable<ReferralRecordsTable>;
