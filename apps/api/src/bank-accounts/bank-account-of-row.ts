import type { CleanBankAccount } from "@wattle/contracts/bank-account-rules";
import type { BankAccount } from "@wattle/contracts/bank-accounts";
import type { BankAccount as BankAccountRow } from "@wattle/db/tables";
import type { Vault } from "@wattle/db/sealed/vault";
import { isoTime } from "../clock.ts";

type SealedParts = Pick<
  BankAccountRow,
  "account_name" | "bank_name" | "bsb" | "bank_code" | "account_number"
>;

/** Sealed columns of a bank account, for the row `id`. */
export function sealBankAccount(
  vault: Vault,
  id: string,
  account: Pick<CleanBankAccount, keyof SealedParts>,
): SealedParts {
  return {
    account_name: vault.seal("bank_accounts.account_name", id, account.account_name),
    bank_name: vault.seal("bank_accounts.bank_name", id, account.bank_name),
    bsb: vault.seal("bank_accounts.bsb", id, account.bsb),
    bank_code: vault.seal("bank_accounts.bank_code", id, account.bank_code),
    account_number: vault.seal("bank_accounts.account_number", id, account.account_number),
  };
}

/** A bank account as the customer typed it. */
export function openBankAccount(vault: Vault, row: BankAccountRow) {
  const { id } = row;
  return {
    currency: row.currency,
    country: row.country,
    account_name: vault.open("bank_accounts.account_name", id, row.account_name),
    bank_name: vault.open("bank_accounts.bank_name", id, row.bank_name),
    bsb: vault.open("bank_accounts.bsb", id, row.bsb),
    bank_code: vault.open("bank_accounts.bank_code", id, row.bank_code),
    account_number: vault.open("bank_accounts.account_number", id, row.account_number),
  };
}

/** A stored bank account as it is answered; a hold that is over is none. */
export function bankAccountOfRow(vault: Vault, row: BankAccountRow, now: number): BankAccount {
  return {
    id: row.id,
    ...openBankAccount(vault, row),
    held_until: row.held_until !== null && row.held_until > BigInt(now) ? isoTime(row.held_until) : null,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}
