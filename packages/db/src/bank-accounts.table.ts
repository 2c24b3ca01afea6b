import type { Selectable, Updateable } from "kysely";
import type { Epoch } from "./columns/column-types.ts";
import { CHOSEN, INNER } from "./columns/decisions.ts";
import { table } from "./columns/table.ts";
import { own } from "./columns/whose.ts";
import type { Sealed } from "./sealed/sealed-columns.ts";

interface BankAccountsTable {
  id: string;
  user_id: string;
  currency: string;
  country: string;
  account_name: Sealed<"bank_accounts.account_name">;
  bank_name: Sealed<"bank_accounts.bank_name">;
  bsb: Sealed<"bank_accounts.bsb"> | null;
  bank_code: Sealed<"bank_accounts.bank_code"> | null;
  account_number: Sealed<"bank_accounts.account_number">;
  created_at: Epoch;
  updated_at: Epoch;
  /** No withdrawal goes here before this time. */
  held_until: Epoch | null;
}

export const bankAccounts = table<BankAccountsTable>({
  whose: own,
  key: ["id"],
  copy: { file: "bank-accounts", about: "Your bank accounts" },
  erasure: { removed: "retention", why: "where money was paid to, which the law keeps for a time" },
  columns: {
    id: "text",
    user_id: INNER,
    currency: "text",
    country: "text",
    account_name: "sealed",
    bank_name: "sealed",
    bsb: "sealed",
    bank_code: "sealed",
    account_number: "sealed",
    created_at: "time",
    updated_at: "time",
    held_until: "time",
  },
});

export type BankAccount = Selectable<BankAccountsTable>;
export type BankAccountChanges = Updateable<Omit<BankAccountsTable, "id" | "user_id" | "created_at">>;

interface HoldMailsTable {
  bank_account_id: string;
  user_id: string;
  requested_at: Epoch;
}

export const holdMails = table<HoldMailsTable>({
  whose: own,
  key: ["bank_account_id"],
  copy: { file: "withdrawal-reminders", about: "Emails you asked for when a withdrawal is possible" },
  erasure: { removed: "at once", why: CHOSEN },
  columns: { bank_account_id: "text", user_id: INNER, requested_at: "time" },
});

export type HoldMail = Selectable<HoldMailsTable>;
