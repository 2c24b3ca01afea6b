import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { Selectable } from "kysely";
import type { Epoch, Flag, JsonText } from "./columns/column-types.ts";
import { apart } from "./columns/table.ts";

interface SystemBankAccountsTable {
  id: string;
  currency: string;
  method: string;
  bank_name: string;
  account_name: string;
  bsb: string | null;
  account_number: string | null;
  payid: string | null;
  bank_code: string | null;
  active: Flag;
}

export const systemBankAccounts = apart<SystemBankAccountsTable>("the operator's bank accounts");

export type SystemBankAccount = Selectable<SystemBankAccountsTable>;

/** Which columns of a deposit account's CSV files have what, as JSON. */
interface StatementColumnsTable {
  deposit_account_id: string;
  columns: string;
  /** The member of staff who set them. */
  set_by: string;
}

export const statementColumns = apart<StatementColumnsTable>("the operator's bank accounts");

/** A deposit account's balance by its last statement that said so, with the lines since. */
interface StatementBalancesTable {
  deposit_account_id: string;
  /** Smallest units. */
  balance: bigint;
}

export const statementBalances = apart<StatementBalancesTable>("the operator's bank accounts");

/** Which import of a deposit account's statements is under way. */
interface StatementImportsTable {
  deposit_account_id: string;
  import_id: string;
  held_until: Epoch;
}

export const statementImports = apart<StatementImportsTable>("the program's own");

/** The close of a deposit account's day. */
interface ReconciliationsTable {
  id: string;
  deposit_account_id: string;
  currency: string;
  /** The local day, `2026-11-22`. */
  day: string;
  /** The statement's closing balance, smallest units. */
  statement_balance: bigint;
  /** The books' balance. */
  ledger_balance: bigint;
  /** JSON: the lines that explain the difference. */
  explanation: JsonText;
  /** The unexplained part of it. */
  unexplained: bigint;
  closed_by: string;
  created_at: Epoch;
  reopened_by: string | null;
  reopened_at: Epoch | null;
  reopen_note: InternalNote | null;
}

export const reconciliations = apart<ReconciliationsTable>("the operator's bank accounts");

export type ReconciliationRow = Selectable<ReconciliationsTable>;
