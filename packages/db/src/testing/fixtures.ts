import { NO_LIMITS } from "@wattle/contracts/market-records";
import { insertUser } from "../accounts.ts";
import { insertCurrencyIfNone } from "../markets.ts";
import type { Database } from "../database.ts";
import { recordExchange } from "../exchange.ts";
import { creditedDepositRow, exchangeRow, type ExchangeTerms, type HistoryRow } from "../history-rows.ts";
import { together } from "../handles/together.ts";
import { QuoteUsedError } from "../history.ts";
import {
  claimIdempotencyKey,
  KeyTakenError,
  takeIdempotencyKey,
  type ClaimResult,
  type IdempotencyClaim,
} from "../idempotency.ts";
import { availableAccount, houseAccount } from "../ledger/accounts.ts";
import { postEntry } from "../ledger/post-entry.ts";
import type { CurrencyRow, NewUser, OnrampOrderRow, Transaction } from "../tables.ts";
import type { WriteTx } from "../handles/handles.ts";

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
  ...NO_LIMITS,
  network: null,
  chain_deposit_min: null,
  withdrawal_min: null,
  withdrawal_fee: null,
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

/** A verified customer whose email address is made of the id. */
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
    roles: '["regular-user"]',
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

/** A card payment of 500.00 AUD for bitcoin that staff have to look at. */
export const orderUnderReview = (id: string, userId: string, at: bigint): OnrampOrderRow => ({
  id,
  user_id: userId,
  provider: "sandbox",
  status: "review",
  fiat_amount: 50_000n,
  fiat_currency: "AUD",
  crypto_currency: "BTC",
  crypto_amount: null,
  provider_order_id: null,
  checkout_hash: null,
  quoted_amount: null,
  transaction_id: null,
  note: null,
  created_at: at,
  updated_at: at,
});

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

/** An exchange as a request makes it: its terms and, if the request has a key, what the key is claimed for. */
export interface ExchangeRequest extends ExchangeTerms {
  readonly idempotency?: Pick<IdempotencyClaim, "key" | "payloadHash" | "answer">;
}

/** An exchange of 0.01 BTC for 1485.00 AUD, 1 % fee, distinguished by `mark`. */
export function exchangeOf(
  userId: string,
  mark: string,
  changes: Partial<ExchangeRequest> = {},
): ExchangeRequest {
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

/** Executes an exchange as the product does: the key is claimed first, and given back if the quote was used. */
export async function executeRequest(
  database: Database,
  { idempotency, ...terms }: ExchangeRequest,
): Promise<ClaimResult | { readonly kind: "executed" | "quote_used" }> {
  const claim = idempotency && { userId: terms.userId, createdAt: terms.createdAt, ...idempotency };
  try {
    await database.write((tx) =>
      together([
        claim === undefined ? Promise.resolve() : takeIdempotencyKey(tx, claim),
        recordExchange(tx, exchangeRow(terms)),
      ]),
    );
    return { kind: "executed" };
  } catch (failed) {
    if (failed instanceof QuoteUsedError) return { kind: "quote_used" };
    if (failed instanceof KeyTakenError && claim !== undefined) {
      return database.write((tx) => claimIdempotencyKey(tx, claim));
    }
    throw failed;
  }
}

/** A completed deposit as a history row, distinguished by `id`. */
export function depositRow(userId: string, id: string, changes: Partial<Transaction> = {}): HistoryRow {
  const amount = { units: 100n, currency: "AUD" };
  const row = creditedDepositRow({
    id,
    userId,
    reference: `REF-${id}`,
    createdAt: 1000n,
    entryId: `entry-${id}`,
    paid: amount,
    arrived: amount,
    paymentMethod: "payid",
    bankReference: null,
  });
  return { ...row, entry_id: null, ...changes };
}

/** The id of a login that `addLogins` adds. */
export const loginId = (userId: string, place: number): string =>
  `${String(place).padStart(5, "0")}-${userId}`;

/** Adds so many logins of each of these accounts, mixed. */
export async function addLogins(tx: WriteTx, userIds: readonly string[], each: number): Promise<void> {
  for (let place = 0; place < each; place += 1) {
    const logins = userIds.map((user_id) => ({
      id: loginId(user_id, place),
      user_id,
      outcome: "succeeded" as const,
      ip: "10.0.0.1",
      user_agent: null,
      created_at: 1n,
    }));
    await tx.insertInto("sign_ins").values(logins).execute();
  }
}
