import type { PayoutSetting } from "@wattle/contracts/bank-formats/payout-format";
import type { PayoutStatus } from "@wattle/contracts/payouts";
import type { Selectable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

/** Withdrawals that are paid together. Each of them names its batch. */
interface PayoutBatchesTable {
  id: string;
  currency: string;
  /** The deposit account that pays them. */
  deposit_account_id: string;
  status: PayoutStatus;
  created_by: string;
  created_at: Epoch;
  /** The second person. */
  released_by: string | null;
  released_at: Epoch | null;
  /** When its file was first taken. */
  filed_at: Epoch | null;
  sent_by: string | null;
  sent_at: Epoch | null;
  /** When the bank's statement showed it. */
  settled_at: Epoch | null;
  cancelled_at: Epoch | null;
}

export const payoutBatches = apart<PayoutBatchesTable>("the operator's payments as a whole");

export type PayoutBatchRow = Selectable<PayoutBatchesTable>;

/** A deposit account's settings for the files of payouts. */
type PayoutSettingsTable = { deposit_account_id: string } & {
  -readonly [Name in PayoutSetting]: string | null;
};

export const payoutSettings = apart<PayoutSettingsTable>("the operator's bank accounts");
