import type { BankLineStatus } from "@wattle/contracts/bank-lines";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import { sql, type Generated, type Selectable } from "kysely";
import type { Epoch, Flag, JsonText } from "./columns/column-types.ts";
import {
  INNER,
  MONEY,
  NAMES_NO_ONE,
  OTHERS,
  STAFF,
  STAFF_NAME,
  STATE,
  WHEN,
  gone,
} from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";

/** A line of a bank's statement. The bank's values stay. The outcome of the line is written once. */
interface BankLinesTable {
  id: string;
  /** The deposit account of the statement. */
  deposit_account_id: string;
  /** `2026-11-22`, as the bank has it. */
  booked_on: string;
  /** Smallest units; below zero if money went out. */
  amount: bigint;
  currency: string;
  text: string;
  /** Empty if the bank names none; null if the format has no place for one. */
  payer: string | null;
  /** SHA-256 (hex) of what makes it this line and no other, see `bank-lines/line-identity.ts` in the API. */
  identity: string;
  status: BankLineStatus;
  /** JSON: the proposed match and its reasons. */
  proposal: JsonText | null;
  /** The customer it belongs to, or seems to. */
  customer_id: string | null;
  /** The thing it was used for: a deposit, a withdrawal, a batch of payouts, another line. */
  matched_id: string | null;
  message: string | null;
  internal_note: InternalNote | null;
  /** The entry that moved it between bank and suspense; lines of one import share some. */
  entry_id: string;
  /** The entry that took it out of suspense, if one did. */
  settled_entry_id: string | null;
  imported_at: Epoch;
  imported_by: string;
  /** Set the columns of its file's kind, unless the importer or the file itself said what is where. */
  columns_by: string | null;
  settled_at: Epoch | null;
  settled_by: string | null;
  /** `csv`, `camt053`, …; null for lines from before it was noted. */
  format: string | null;
  /** A line of another format that this one may be. */
  like_id: string | null;
  /** SHA-256 (hex) by which it's known again if the bank rewords it; null if the bank gives no identifier of its own. */
  bank_key: string | null;
  /** Whether its statement leads from the account's balance to its own closing balance. */
  proven: Generated<Flag>;
}

export const bankLines = table<BankLinesTable>({
  key: ["id"],
  copy: {
    file: "bank-payments",
    about: "Your payments as our bank named them",
    whose: ({ id }) => sql`customer_id = ${id} and status = 'credited'`,
  },
  erasure: { by: "column", whose: ({ id }) => sql`customer_id = ${id}` },
  columns: {
    id: ["text", NAMES_NO_ONE],
    deposit_account_id: [INNER, MONEY],
    booked_on: ["text", WHEN],
    amount: [{ amountIn: "currency" }, MONEY],
    currency: ["text", MONEY],
    text: ["text", gone("")],
    payer: ["text", gone(null)],
    identity: [INNER, { kept: "a hash that keeps a line from being imported twice" }],
    status: ["text", STATE],
    proposal: [STAFF, gone(null)],
    customer_id: [INNER, NAMES_NO_ONE],
    matched_id: ["text", MONEY],
    message: ["text", gone(null)],
    internal_note: [STAFF, gone(null)],
    entry_id: [{ leftOut: "lines of one import share it" }, MONEY],
    settled_entry_id: ["text", MONEY],
    imported_at: ["time", WHEN],
    imported_by: [STAFF, STAFF_NAME],
    columns_by: [STAFF, STAFF_NAME],
    settled_at: ["time", WHEN],
    settled_by: [STAFF, STAFF_NAME],
    format: [INNER, STATE],
    like_id: [OTHERS, MONEY],
    bank_key: [INNER, { kept: "a hash that keeps a line from being imported twice" }],
    proven: [INNER, STATE],
  },
});

export type BankLineRow = Selectable<BankLinesTable>;

/** Debts of customers after a bank took back money that was credited and spent. */
interface ReceivablesTable {
  id: string;
  user_id: string;
  currency: string;
  /** Smallest units. */
  amount: bigint;
  /** The line with which the bank took it back; null for coins. */
  bank_line_id: string | null;
  /** The arrival of coins that a chain undid. */
  arrival_id: string | null;
  entry_id: string;
  opened_at: Epoch;
  settled_at: Epoch | null;
  settled_by: string | null;
  settled_entry_id: string | null;
}

export const receivables = table<ReceivablesTable>({
  whose: own,
  key: ["id"],
  copy: { file: "owed-to-us", about: "What you owe us after a bank, or a chain, took money back" },
  erasure: "amounts that were settled, and entries of the books",
  columns: {
    id: "text",
    user_id: INNER,
    currency: "text",
    amount: { amountIn: "currency" },
    bank_line_id: "text",
    arrival_id: "text",
    entry_id: "text",
    opened_at: "time",
    settled_at: "time",
    settled_by: STAFF,
    settled_entry_id: "text",
  },
});

export type ReceivableRow = Selectable<ReceivablesTable>;
