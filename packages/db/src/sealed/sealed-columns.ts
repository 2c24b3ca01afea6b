/**
 * Which columns hold personal details and secrets, and the brand of what is in them. A column is sealed by
 * naming it here and giving it the type `Sealed<"table.column">` in `tables.ts`; then a plain text cannot be
 * written into it and what is read from it is of no use without a vault: neither compiles.
 */

/** Each sealed column, with the column that names its row: a value opens in its own row only. */
export const SEALED_COLUMNS = {
  "users.middle_name": "id",
  "users.phone": "id",
  "identities.form": "user_id",
  "identities.sent_back": "user_id",
  "identity_documents.file_name": "id",
  "identity_checks.found": "user_id",
  "bank_accounts.account_name": "id",
  "bank_accounts.bank_name": "id",
  "bank_accounts.bsb": "id",
  "bank_accounts.bank_code": "id",
  "bank_accounts.account_number": "id",
  "coin_payees.address": "id",
  "coin_payees.label": "id",
  "coin_payees.holder_name": "id",
  "coin_payees.provider_name": "id",
  "coin_payouts.to_venue": "id",
  "coin_senders.sender": "arrival_id",
  "transactions.bank_account_snapshot": "id",
  "transactions.coin_payee_snapshot": "id",
  "enquiries.message": "id",
  "enquiry_replies.message": "id",
  "outbox.body_text": "id",
  "outbox.body_html": "id",
  "signing_keys.private_pkcs8": "kid",
  "onramp_access_tokens.token": "id",
  "app_secrets.value": "name",
  "second_factors.secret": "user_id",
  "approvals.proposal": "id",
  "events.data": "id",
  "webhook_endpoints.secret": "id",
  "webhook_endpoints.former_secret": "id",
  "wallets.descriptor": "id",
  "tax_residences.residences": "user_id",
  "case_notes.text": "id",
  "screening_hits.found": "id",
  "customer_ratings.note": "id",
  "filings.fields": "id",
  "ledger_checks.found": "name",
} as const;

export type SealedColumn = keyof typeof SEALED_COLUMNS;

/** A sealed column, or the uploaded files. */
export type Place = SealedColumn | "documents";

/** All sealed columns. */
export const SEALED_COLUMN_NAMES = Object.keys(SEALED_COLUMNS) as SealedColumn[];

/** Table, column and the column that names the row. */
export function placeOf(column: SealedColumn): { table: string; column: string; row: string } {
  const [table = "", name = ""] = column.split(".");
  return { table, column: name, row: SEALED_COLUMNS[column] };
}

declare const sealedFor: unique symbol;

/** Text that a vault made for a column. It is no `string` to the compiler, so that it is not taken for the plain one. */
export interface Sealed<C extends SealedColumn> {
  readonly [sealedFor]: C;
}
