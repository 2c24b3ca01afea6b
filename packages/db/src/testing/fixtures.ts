import { insertUser } from "../accounts.ts";
import { insertCurrencyIfNone } from "../markets.ts";
import type { ExchangeRecord } from "../exchange.ts";
import { availableAccount, houseAccount } from "../ledger/accounts.ts";
import { postEntry } from "../ledger/post-entry.ts";
import type { CurrencyRow, NewUser, Transaction } from "../tables.ts";
import type { WriteTx } from "../transaction.ts";

/** An active currency that everyone may use, without limits. */
export const currencyRow = (code: string, kind: CurrencyRow["kind"]): CurrencyRow => ({
  code,
  kind,
  full_name: code,
  short_name: code,
  shown_decimals: kind === "fiat" ? 2n : 8n,
  active: 1n,
  position: 0n,
  residents_of: null,
  exchange_min: null,
  exchange_max: null,
  deposit_min: null,
  deposit_max: null,
  card_min: null,
  card_max: null,
  source_codes: "{}",
});

/** The currencies of the tests, with their house accounts. */
export async function seedCurrencies(tx: WriteTx): Promise<void> {
  const kinds = { AUD: "fiat", NGN: "fiat", BTC: "crypto" } as const;
  for (const [position, code] of (["AUD", "NGN", "BTC"] as const).entries()) {
    const kind = kinds[code];
    await insertCurrencyIfNone(tx, {
      ...currencyRow(code, kind),
      position: BigInt(position),
    });
  }
}

/** A verified customer whose e-mail address is made of the id. */
export function customer(id: string, changes: Partial<NewUser> = {}): NewUser {
  return {
    id,
    email: `${id}@wattle.test`,
    password_hash: "-",
    first_name: "Test",
    middle_name: null,
    last_name: "Customer",
    phone: null,
    status: "verified",
    status_reason: null,
    default_country: "AU",
    email_verified_at: 0n,
    role: "regular-user",
    permissions: "[]",
    partner_hash: null,
    referred_by: null,
    referral_hash: null,
    utm: null,
    password_changed_at: null,
    created_at: 0n,
    ...changes,
  };
}

/** Adds customers, each with the given amounts to spend (smallest units by currency). */
export async function addCustomers(
  tx: WriteTx,
  ids: readonly string[],
  balances: Readonly<Record<string, bigint>> = {},
): Promise<void> {
  for (const id of ids) {
    await insertUser(tx, customer(id));
    for (const [currency, amount] of Object.entries(balances)) {
      await postEntry(tx, {
        id: `opening-${id}-${currency}`,
        kind: "deposit",
        description: "Opening balance",
        createdBy: "test",
        createdAt: 0n,
        postings: [
          {
            source: houseAccount("bank", currency),
            destination: availableAccount(id, currency),
            currency,
            amount,
          },
        ],
      });
    }
  }
}

/** An exchange of 0.01 BTC for 1485.00 AUD, 1 % fee, told apart from others by `mark`. */
export function exchangeOf(
  userId: string,
  mark: string,
  changes: Partial<ExchangeRecord> = {},
): ExchangeRecord {
  return {
    id: `transaction-${mark}`,
    entryId: `entry-${mark}`,
    userId,
    credit: 1_000_000n,
    creditCurrency: "BTC",
    debit: 148_500n,
    debitCurrency: "AUD",
    fee: 10_000n,
    feePercent: "1.00",
    rate: "150000",
    quoteId: `quote-${mark}`,
    quote: `signed.${mark}`,
    reference: `REF-${mark}`,
    paymentMethod: null,
    createdAt: 1000n,
    ...changes,
  };
}

/** A completed deposit as a history row, told apart from others by `id`. */
export function depositRow(userId: string, id: string, changes: Partial<Transaction> = {}): Transaction {
  return {
    id,
    user_id: userId,
    transaction_type: "deposit",
    status: "completed",
    credit: 100n,
    credit_currency: "AUD",
    debit: 100n,
    debit_currency: "AUD",
    rate: null,
    fee_percent: null,
    fee_amount: null,
    reference: `REF-${id}`,
    payment_method: "payid",
    bank_account_id: null,
    bank_account_snapshot: null,
    quote_id: null,
    quote: null,
    entry_id: null,
    note: null,
    created_at: 1000n,
    updated_at: 1000n,
    announced: null,
    expires_at: null,
    bank_reference: null,
    ...changes,
  };
}
