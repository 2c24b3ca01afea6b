import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { BankAccount as BankAccountRow } from "@wattle/db/tables";
import { isoTime } from "../clock.ts";

/** A stored bank account as it is answered; a hold that is over is none. */
export function bankAccountOfRow(row: BankAccountRow, now: number): BankAccount {
  return {
    id: row.id,
    currency: row.currency,
    country: row.country,
    account_name: row.account_name,
    bank_name: row.bank_name,
    bsb: row.bsb,
    bank_code: row.bank_code,
    account_number: row.account_number,
    held_until: row.held_until !== null && row.held_until > BigInt(now) ? isoTime(row.held_until) : null,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}
