/**
 * The shape of every table, as Kysely sees it. Only two kinds of column exist, the same in both databases:
 * text, and 64-bit integers read as `bigint`. So:
 * - money is a `bigint` of the currency's smallest unit (fiat 2 decimals, crypto 8);
 * - times are milliseconds since 1970 (`Epoch`); booleans are 0n or 1n (`Flag`);
 * - ids are text made by the application (UUID version 7 where order matters);
 * - rates and percentages are plain decimal text; JSON is text.
 */
import type { AlertDirection } from "@wattle/contracts/alerts";
import type { Role, UserStatus } from "@wattle/contracts/accounts";
import type { ApprovalStatus, StoredApprovalStatus } from "@wattle/contracts/approvals";
import type {
  BankTransactionType,
  TransactionStatus,
  TransactionType,
} from "@wattle/contracts/history-rules";
import type { BankLineStatus } from "@wattle/contracts/bank-lines";
import type { EventType } from "@wattle/contracts/event-types";
import type { HoldKind } from "@wattle/contracts/holds";
import type { DocumentSide } from "@wattle/contracts/identity-rules";
import type { OnrampProvider, OnrampStatus } from "@wattle/contracts/onramp";
import type { Frequency } from "@wattle/contracts/recurring-days";
import type { MissedReason } from "@wattle/contracts/recurring-words";
import type { PayoutSetting, PayoutSettings } from "@wattle/contracts/bank-formats/payout-format";
import type { PayoutStatus } from "@wattle/contracts/payouts";
import type { TradeSide } from "@wattle/contracts/position";
import type { RecoveryStatus } from "@wattle/contracts/recoveries";
import type { RowKind } from "@wattle/contracts/presence";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { EnquiryTopic } from "@wattle/contracts/support";
import type { WebhookEnd } from "@wattle/contracts/webhook-words";
import type { CurrencyKind } from "@wattle/exchange-core/currency";
import type { Generated, GeneratedAlways, Selectable, Insertable, Updateable } from "kysely";
import type { Sealed } from "./sealed/sealed-columns.ts";
import type { SearchHash, SharedKind } from "./sealed/search-hashes.ts";

// Words that are stored as they are sent: each list of them is in `contracts`, once.
export type {
  ApprovalStatus,
  BankLineStatus,
  BankTransactionType,
  HoldKind,
  InternalNote,
  OnrampStatus,
  PayoutSettings,
  PayoutStatus,
  RecoveryStatus,
  Role,
  StoredApprovalStatus,
  TransactionStatus,
  TransactionType,
  UserStatus,
};

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Epoch = bigint;
/** 0n is false, 1n is true. */
type Flag = bigint;
/** A JSON document as text. */
export type JsonText = string;
/** A plain decimal as text, never a float: `'150000.5'`. */
type DecimalText = string;

/** Every house account a currency has. */
export const HOUSE_PURPOSES = [
  "trading",
  "fees",
  /** What the bank's statements say is there. Only their lines move it. */
  "bank",
  /** Between the bank and what its money is for. */
  "suspense",
  /** The operator's own money. */
  "own",
  /** What customers owe. */
  "receivables",
  "onramp",
  "adjustments",
  /** Coins that cover what customers own, and the fiat they are traded for, where they are traded. */
  "inventory",
  "venue",
] as const;
export type HousePurpose = (typeof HOUSE_PURPOSES)[number];
export type RecurringBuyStatus = "active" | "paused" | "cancelled";
export type CustomerPurpose = "available" | "held";

interface SchemaMigrationsTable {
  name: string;
}

interface UsersTable {
  id: string;
  /** Lower case, always; unique. */
  email: string;
  password_hash: string;
  first_name: string;
  middle_name: Sealed<"users.middle_name"> | null;
  last_name: string;
  phone: Sealed<"users.phone"> | null;
  status: UserStatus;
  /** Why the identity was rejected, as the customer reads it. */
  status_reason: string | null;
  /** ISO 3166 two-letter code. */
  default_country: string;
  email_verified_at: Epoch | null;
  /** JSON array of role names: a customer's one, or those of staff; empty for former staff. */
  roles: JsonText;
  /** JSON array of permission names. */
  permissions: JsonText;
  /** What a partner's link carries; only partners have one. */
  partner_hash: string | null;
  /** The partner whose link brought this customer. */
  referred_by: string | null;
  /** The hash of that link as it was given at registration, kept also when it named no partner. */
  referral_hash: string | null;
  utm: JsonText | null;
  password_changed_at: Epoch | null;
  /** Until when no withdrawal is requested or paid; null once a sweep has seen that it is over. */
  withdrawals_held_until: Generated<Epoch | null>;
  /** When the owner has thrown everyone out, until the owner sets a new password. */
  doors_closed_at: Generated<Epoch | null>;
  /** 1n if the password logs in without a passkey that the account has: its owner's choice. */
  password_alone: Generated<bigint>;
  /** How often staff have forgiven the failed logins of this account: failures from before count no more. */
  login_unlocks: Generated<bigint>;
  created_at: Epoch;
  /** What the status was when the account was blocked; null while it is not. */
  status_before_block: UserStatus | null;
  /** Why the account is blocked, for staff alone; null while it is not. */
  block_reason: InternalNote | null;
  /** JSON array of what staff keep the customer from; only `holds.ts` writes it. */
  on_hold: Generated<JsonText>;
  /** 1 where their exchanges have events: from when they first ask for events or have them sent. */
  follows_events: Generated<bigint>;
  /** JSON array of the kinds of optional email that the customer wants none of. */
  emails_off: Generated<JsonText>;
  /** 1n for an account that demo data made: its password is public. */
  is_demo: Generated<Flag>;
}

/** One row, written only to see whether the database can still write. */
interface WriteProbesTable {
  name: string;
  written_at: Epoch;
}

interface SessionsTable {
  /** SHA-256 (hex) of the session id; the id itself is only in the customer's cookie. */
  id_hash: string;
  /** Names the session towards its owner ("sign out that one"), useless for signing in. */
  public_id: string;
  user_id: string;
  expires_at: Epoch;
  created_at: Epoch;
  last_used_at: Epoch;
  ip: string | null;
  user_agent: string | null;
  /** When its owner last proved to be there, by logging in or since. */
  confirmed_at: Epoch | null;
  /** 1n where its owner has proved a second factor that the account still has. */
  two_factor: Generated<Flag>;
}

/** A device or a network that an account was logged in from. */
interface KnownDevicesTable {
  user_id: string;
  kind: "device" | "network";
  /** SHA-256 (hex) of the device's cookie, or the front of the address. */
  mark: string;
  seen_at: Epoch;
}

export type AccountLinkKind = "not-me" | "undo-email" | "recovery" | "stop-recovery";

interface AccountLinksTable {
  /** SHA-256 (hex) of the token; the token itself is only in the mail. */
  token_hash: string;
  user_id: string;
  kind: AccountLinkKind;
  /** `not-me`: the device's mark. `undo-email`: the earlier address. Otherwise the recovery's identifier, or empty. */
  about: string;
  created_at: Epoch;
  expires_at: Epoch;
}

interface RecoveriesTable {
  id: string;
  user_id: string;
  /** The photo that was sent, among the uploads of the identity form. */
  document_id: string;
  status: RecoveryStatus;
  created_at: Epoch;
  /** When the second factor goes off, once approved. */
  due_at: Epoch | null;
  reminded_at: Epoch | null;
  ended_at: Epoch | null;
  /** Identifier of who ended it, or `system`. */
  ended_by: string | null;
  note: InternalNote | null;
}

/** An account's authenticator app; one at most. */
interface SecondFactorsTable {
  user_id: string;
  secret: Sealed<"second_factors.secret">;
  created_at: Epoch;
  /** Null until a first code has shown that the app knows the secret: it does not count before. */
  confirmed_at: Epoch | null;
  /** The time step of the newest code that was used: neither it nor an older one counts again. */
  last_step: bigint;
  /** Wrong codes since the last right one, or since the factor was last locked. */
  failures: bigint;
  locked_until: Epoch | null;
}

/** Passkeys of accounts: what the server needs to check a signature by one. */
interface PasskeysTable {
  id: string;
  user_id: string;
  /** The authenticator's own name for it, as base64url text. */
  credential_id: string;
  /** COSE key, as base64url text. */
  public_key: string;
  /** How often it was used as its authenticator counts; always 0 for those that do not count. */
  counter: bigint;
  /** JSON: list of how a browser reaches the authenticator, such as `internal`. */
  transports: string;
  /** What its owner calls it. */
  name: string;
  created_at: Epoch;
  last_used_at: Epoch | null;
}

/** What an answer by a passkey is for; a challenge of one is worth nothing for another. */
export type PasskeyPurpose = "login" | "confirm" | "register";

/** Challenges that were given out; answering one removes it. */
interface PasskeyChallengesTable {
  /** SHA-256 (hex) of the challenge. */
  challenge_hash: string;
  purpose: PasskeyPurpose;
  /** The public id of the session that asked for it; null for a login. */
  session: string | null;
  expires_at: Epoch;
}

/** Recovery codes that were not used; using one removes it. */
interface RecoveryCodesTable {
  user_id: string;
  /** SHA-256 (hex); the code itself is shown once and never stored. */
  code_hash: string;
}

interface SignInsTable {
  id: string;
  /** Null only within the transaction that passes over a try at an unknown address. */
  user_id: string | null;
  outcome: "succeeded" | "failed";
  ip: string;
  user_agent: string | null;
  created_at: Epoch;
}

interface CurrenciesTable {
  code: string;
  kind: CurrencyKind;
  full_name: string;
  active: Flag;
  /** Order in lists, ascending. */
  position: bigint;
  short_name: string;
  /** How many decimals people are shown. */
  shown_decimals: bigint;
  /** The only country whose customers may use it; null for everyone. */
  residents_of: string | null;
  /** Limits in smallest units, both or neither of a kind: of an exchange on its fiat side, … */
  exchange_min: bigint | null;
  exchange_max: bigint | null;
  /** … of a deposit, … */
  deposit_min: bigint | null;
  deposit_max: bigint | null;
  /** … of a card payment. */
  card_min: bigint | null;
  card_max: bigint | null;
  /** JSON object: what price sources call it, by the source's name. */
  source_codes: JsonText;
}

/** A pair: what may be exchanged for what, and what it costs. */
interface ExchangeFeesTable {
  currency_from: string;
  currency_to: string;
  percent: DecimalText;
  /** Basis points that a customer's price is worse than the market's. */
  spread_bp: bigint;
  active: Flag;
  record_prices: Flag;
}

interface LedgerAccountsTable {
  id: string;
  currency: string;
  owner: "customer" | "house";
  user_id: string | null;
  purpose: HousePurpose | CustomerPurpose;
}

interface LedgerEntriesTable {
  id: string;
  /** Counts the entries in the order they were written; PostgreSQL leaves out numbers. */
  seq: GeneratedAlways<bigint>;
  kind: string;
  description: string;
  reverses_entry_id: string | null;
  created_by: string;
  created_at: Epoch;
  /** The second person, if there was one. */
  approved_by: string | null;
}

interface LedgerPostingsTable {
  entry_id: string;
  /** Place within the entry, from 0. */
  position: bigint;
  source_account: string;
  destination_account: string;
  currency: string;
  /** Above zero, smallest units. */
  amount: bigint;
}

interface LedgerBalancesTable {
  account_id: string;
  currency: string;
  user_id: string;
  purpose: CustomerPurpose;
  /** Never below zero (the database refuses it), smallest units. */
  balance: bigint;
}

interface TransactionsTable {
  id: string;
  user_id: string;
  transaction_type: TransactionType;
  status: TransactionStatus;
  /** What the customer gives. */
  credit: bigint;
  credit_currency: string;
  /** What the customer gets. */
  debit: bigint;
  debit_currency: string;
  rate: DecimalText | null;
  fee_percent: DecimalText | null;
  /** In the credit currency's smallest units. */
  fee_amount: bigint | null;
  reference: string;
  payment_method: string | null;
  bank_account_id: string | null;
  /** JSON: the bank account as it was when the transaction was made. */
  bank_account_snapshot: Sealed<"transactions.bank_account_snapshot"> | null;
  /** The quote's unique id: a quote executes once. */
  quote_id: string | null;
  /** The signed quote, so that a receipt can prove the price was honoured. */
  quote: string | null;
  entry_id: string | null;
  note: string | null;
  created_at: Epoch;
  updated_at: Epoch;
  /** What a deposit was announced with; `credit` and `debit` become what really came. */
  announced: bigint | null;
  /** When an unpaid deposit expires. */
  expires_at: Epoch | null;
  /** What the bank calls the payment or the payout. */
  bank_reference: string | null;
  /** Unique among credited deposits; set when an operator credits one with a bank reference. */
  bank_reference_key: string | null;
  /** The batch that a withdrawal is paid by. */
  payout_batch_id: Generated<string | null>;
}

interface HistoryCountsTable {
  user_id: string;
  transaction_type: TransactionType;
  total: bigint;
}

interface TransactionEventsTable {
  id: string;
  transaction_id: string;
  from_status: TransactionStatus | null;
  to_status: TransactionStatus;
  actor: string;
  reason: string | null;
  created_at: Epoch;
  /** The ledger entry that went with the change. */
  entry_id: string | null;
}

/** The number of each customer's newest event. Its row is locked from then on until the event is committed. */
interface EventCountsTable {
  user_id: string;
  last_seq: bigint;
  /** The newest event that is kept no more, and its number; null if all are kept. */
  forgotten_id: string | null;
  forgotten_seq: bigint | null;
}

/** What happened to a customer's account, to be told to programs. */
interface EventsTable {
  id: string;
  user_id: string;
  /** Rises with each event of the customer, in the order in which they are committed. */
  seq: bigint;
  type: EventType;
  /** What it is about: a transaction, the customer or a bank account. */
  subject_id: string;
  /** JSON: the subject as it was then; null for an exchange, which never changes. */
  data: Sealed<"events.data"> | null;
  created_at: Epoch;
}

/** An address of a customer's program that is sent events. */
interface WebhookEndpointsTable {
  id: string;
  user_id: string;
  url: string;
  /** JSON array of kinds of events, or of `*` alone. */
  events: JsonText;
  secret: Sealed<"webhook_endpoints.secret">;
  created_at: Epoch;
  /** Tries in a row that failed, whatever they were of. */
  failures: bigint;
  /** Until when one sender has it. */
  leased_until: Epoch;
  /** When the first of its deliveries is due, or earlier; null if none waits. */
  next_due_at: Epoch | null;
  disabled_at: Epoch | null;
  disabled_because: WebhookEnd | null;
}

/** An event that was or will be sent to an endpoint. */
interface WebhookDeliveriesTable {
  endpoint_id: string;
  event_id: string;
  /** The event's place in the order of the customer's events. */
  position: bigint;
  /** What is sent, if it is no event of the customer. */
  test_body: JsonText | null;
  created_at: Epoch;
  attempts: bigint;
  /** When it is tried next; null if it is not. */
  next_attempt_at: Epoch | null;
  delivered_at: Epoch | null;
  /** What the endpoint answered last, and what went wrong if nothing came. */
  last_status: bigint | null;
  last_error: string | null;
}

interface IdempotencyKeysTable {
  user_id: string;
  key: string;
  payload_hash: string;
  /** The first answer, handed out again for the same key and payload. */
  answer: JsonText;
  created_at: Epoch;
}

interface SigningKeysTable {
  kid: string;
  public_jwk: JsonText;
  private_pkcs8: Sealed<"signing_keys.private_pkcs8">;
  created_at: Epoch;
  retired_at: Epoch | null;
}

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

interface HoldMailsTable {
  bank_account_id: string;
  user_id: string;
  requested_at: Epoch;
}

interface StatementNoticesTable {
  user_id: string;
  /** `2026-11` */
  month: string;
  noticed_at: Epoch;
}

interface PriceAlertsTable {
  id: string;
  user_id: string;
  symbol: string;
  /** What the price is in. */
  currency: string;
  direction: AlertDirection;
  price: DecimalText;
  created_at: Epoch;
  /** Both null while it waits. */
  reached_at: Epoch | null;
  reached_price: DecimalText | null;
}

interface RecurringBuysTable {
  id: string;
  user_id: string;
  /** Fiat: what is given. */
  credit_currency: string;
  /** The coin. */
  debit_currency: string;
  /** Smallest units of the credit currency, each time. */
  amount: bigint;
  /** The highest price of one coin, fee included, in the credit currency. */
  max_price: DecimalText;
  frequency: Frequency;
  /** Local days of the installation, `2026-11-23`. */
  first_on: string;
  next_on: string;
  status: RecurringBuyStatus;
  created_at: Epoch;
  updated_at: Epoch;
}

/** What happened on one day of a plan: there is one at most. */
interface RecurringRunsTable {
  plan_id: string;
  run_on: string;
  outcome: "bought" | "skipped" | "missed";
  reason: MissedReason | null;
  detail: DecimalText | null;
  transaction_id: string | null;
  created_at: Epoch;
}

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
  /** What the record is about; null if it was made without one. A transaction makes one record. */
  transaction_id: string | null;
}

/** A price that the guard has believed. Those of the last hour, and the last one of each market. */
interface BelievedPricesTable {
  /** `pair:BTC/AUD` */
  what: string;
  believed_at: Epoch;
  /** Plain decimals that `formatRate` writes. */
  bid: string;
  ask: string;
  /** The member of staff who named it as the price to go on with; null of what a source said. */
  named_by: string | null;
}

interface PricePointsTable {
  symbol: string;
  currency: string;
  recorded_at: Epoch;
  rate: DecimalText;
}

interface AuditLogTable {
  id: string;
  /** As an entry's. */
  seq: GeneratedAlways<bigint>;
  actor: string;
  action: string;
  subject: string;
  details: JsonText;
  created_at: Epoch;
}

interface EnquiriesTable {
  id: string;
  /** What its sender was given to quote. */
  reference: string;
  topic: EnquiryTopic;
  name: string;
  /** Lower case. */
  email: string;
  message: Sealed<"enquiries.message">;
  created_at: Epoch;
  handled_at: Epoch | null;
  handled_by: string | null;
  /** Identifier of the member of staff who answers it. */
  assigned_to: string | null;
  /** The customer who wrote it while logged in: an address that a guest typed names no one. */
  customer_id: string | null;
  /** When staff last replied. */
  replied_at: Epoch | null;
}

/** What staff replied to an enquiry, and mailed to its sender. */
interface EnquiryRepliesTable {
  id: string;
  enquiry_id: string;
  message: Sealed<"enquiry_replies.message">;
  /** Identifier of the member of staff. */
  sent_by: string;
  created_at: Epoch;
}

export type EmailTokenPurpose = "verify-email" | "change-email" | "reset-password";

interface EmailTokensTable {
  /** SHA-256 (hex) of the token; the token itself is only in the mail. */
  token_hash: string;
  user_id: string;
  purpose: EmailTokenPurpose;
  /** The address the link was mailed to, lower case. */
  email: string;
  expires_at: Epoch;
  created_at: Epoch;
}

interface OutboxTable {
  id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  /** Empty once the mail is not to be read again. */
  body_text: Sealed<"outbox.body_text"> | "";
  body_html: Sealed<"outbox.body_html"> | "";
  /** Where an optional mail's kind is ended; null for one that cannot be. */
  unsubscribe_url: string | null;
  created_at: Epoch;
  /** How often sending was begun. */
  attempts: bigint;
  /** When to try (again); null if nothing is left to try. */
  next_attempt_at: Epoch | null;
  sent_at: Epoch | null;
  /** When it was given up. */
  failed_at: Epoch | null;
  last_error: string | null;
}

interface LimitTriesTable {
  id: string;
  key: string;
  tried_at: Epoch;
  expires_at: Epoch;
}

interface LimitCountsTable {
  key: string;
  count: bigint;
  ends_at: Epoch;
}

interface SpentCaptchasTable {
  id: string;
  expires_at: Epoch;
}

interface IdentitiesTable {
  user_id: string;
  /** JSON: the form's fields by name, as far as they have been typed. */
  form: Sealed<"identities.form">;
  saved_at: Epoch;
  submitted_at: Epoch | null;
  decided_at: Epoch | null;
  decided_by: string | null;
  /** JSON: what had been sent when staff last sent it back, and why; null if they never did. */
  sent_back: Sealed<"identities.sent_back"> | null;
}

interface IdentityDocumentsTable {
  /** Also the name of the file in the store. */
  id: string;
  user_id: string;
  side: DocumentSide;
  media_type: string;
  bytes: bigint;
  /** Hex, of the content. */
  sha256: string;
  /** What its owner called it. */
  file_name: Sealed<"identity_documents.file_name">;
  created_at: Epoch;
  /** When another took its place; the current one has none. */
  replaced_at: Epoch | null;
}

interface ApiTokensTable {
  id: string;
  user_id: string;
  /** A customer's own, or an operator's for an internal tool. */
  kind: "personal" | "service";
  name: string;
  /** SHA-256 (hex) of the token; the token itself is shown once and never stored. */
  token_hash: string;
  /** The token's first characters, to tell it from others. */
  hint: string;
  /** JSON array of scopes; empty for a service token. */
  scopes: JsonText;
  /** JSON array of procedure names; empty for a personal token. */
  procedures: JsonText;
  /** JSON array of addresses and CIDR ranges; empty for any address. */
  addresses: JsonText;
  /** Whether who made it had proved a second factor. */
  two_factor: Generated<Flag>;
  created_at: Epoch;
  expires_at: Epoch | null;
  /** Written at most every ten minutes. */
  last_used_at: Epoch | null;
  last_used_ip: string | null;
  revoked_at: Epoch | null;
}

interface OnrampOrdersTable {
  id: string;
  /** Whose; null for an order of the public test page, which credits no one. */
  user_id: string | null;
  provider: OnrampProvider;
  status: OnrampStatus;
  /** What the customer pays the provider, smallest units. */
  fiat_amount: bigint;
  fiat_currency: string;
  crypto_currency: string;
  /** What has arrived, smallest units; null until then. */
  crypto_amount: bigint | null;
  provider_order_id: string | null;
  /** SHA-256 (hex) of the sandbox's checkout token. */
  checkout_hash: string | null;
  /** What the sandbox's checkout promises, smallest units. */
  quoted_amount: bigint | null;
  transaction_id: string | null;
  /** Why it waits for an operator, or what the operator decided. */
  note: InternalNote | null;
  created_at: Epoch;
  updated_at: Epoch;
}

interface OnrampEventsTable {
  id: string;
  provider: OnrampProvider;
  /** The provider's own name for it: the same event is taken once. */
  event_id: string;
  order_id: string;
  payload: JsonText;
  outcome: "applied" | "ignored" | "review" | "order unknown";
  received_at: Epoch;
}

interface OnrampAccessTokensTable {
  id: string;
  token: Sealed<"onramp_access_tokens.token">;
  expires_at: Epoch;
  created_at: Epoch;
}

interface AppSecretsTable {
  name: string;
  value: Sealed<"app_secrets.value">;
  created_at: Epoch;
}

interface DataKeysTable {
  /** The id that `DATA_KEYS` has. */
  id: string;
  /** A fixed text, sealed with the key: shows whether another key has the same id. */
  proof: string;
  added_at: Epoch;
}

interface PersonalHashesTable {
  kind: SharedKind;
  hash: SearchHash;
  user_id: string;
}

interface AccountNumberHashesTable {
  hash: SearchHash;
  user_id: string;
}

/** What staff, or the system, can pause. */
interface SwitchesTable {
  /** `trading` and the like, or a market: `pair:BTC/AUD`. */
  what: string;
  paused: Flag;
  /** What customers read while it is paused. */
  message: string | null;
  /** Why the system paused it. */
  reason: string | null;
  set_by: string;
  set_at: Epoch;
}

/** Someone who may become staff by a mailed link. Accepting it, or taking it back, removes the row. */
interface StaffInvitationsTable {
  id: string;
  /** Lower case; an address has one invitation at most. */
  email: string;
  /** JSON array of staff roles, at least one. */
  roles: JsonText;
  token_hash: string;
  /** Who invited: an account, or the word for the command line. */
  invited_by: string;
  created_at: Epoch;
  expires_at: Epoch;
}

interface CustomerHoldsTable {
  id: string;
  user_id: string;
  kind: HoldKind;
  internal_note: InternalNote;
  held_by: string;
  held_at: Epoch;
  /** Null, as the next two, while it lasts; a customer has one of a kind at a time. */
  released_by: string | null;
  released_at: Epoch | null;
  release_note: InternalNote | null;
}

/** An account that was closed for good, and how far the erasure of its data is. */
interface AccountClosuresTable {
  user_id: string;
  /** The address that the account had; null once all is erased and the last mail has left. */
  email: string | null;
  /** Since when the address was this customer's for certain; null if it never was confirmed. */
  email_since: Epoch | null;
  closed_at: Epoch;
  /** Identifier of who closed it: the customer, or a member of staff. */
  closed_by: string;
  /** 1 where the law keeps something for a time. */
  kept: Flag;
  /** Mails about it: they leave although the address is being forgotten. */
  closing_mail: string;
  final_mail: string | null;
  /** When all was gone that no law keeps. */
  cleared_at: Epoch | null;
  /** When the erasure of the rest began; nothing stops it from then on. */
  erasing_at: Epoch | null;
  erased_at: Epoch | null;
}

/** What staff wrote about a customer; only ever added to, until the customer's data are erased. */
interface CustomerNotesTable {
  id: string;
  user_id: string;
  author: string;
  note: InternalNote;
  created_at: Epoch;
}

/** Rows of one book that were sealed together, linked to the seal before. */
interface BookSealsTable {
  /** Counts the seals of all books, from 1, without gaps. */
  number: bigint;
  book: "ledger" | "audit";
  /** The row after the last one that an earlier seal of the book reaches. */
  first_seq: bigint;
  /** The highest row it reaches; below the first where it holds nothing but late ones. */
  last_seq: bigint;
  /** How many rows it holds. */
  entries: bigint;
  /** The hash of the seal before; empty for the first. */
  previous_hash: string;
  hash: string;
  /** The signing key, and what it made of the seal. */
  kid: string;
  signature: string;
  sealed_at: Epoch;
  /** Numbers below the last that no row had yet, see `book-seals/canonical.ts`. */
  gaps: string;
  /** What its rows were, see `book-seals/canonical.ts`. */
  digests: string;
}

/** Which seal is the newest, signed: seals that are removed at the end are missed. */
interface SealReadersTable {
  /** What follows the sealed ledger: `receipts`. */
  name: string;
  /** The newest seal it has read from, and how many of that seal's entries. */
  seal: bigint;
  entries: bigint;
}

interface BookSealHeadsTable {
  name: "newest";
  number: bigint;
  kid: string;
  signature: string;
}

/** An act that waits, or has waited, for a second person. */
interface ApprovalsTable {
  id: string;
  /** The procedure that is to be done: `ops.ledger.adjust`. */
  act: string;
  /** One that has expired stays `pending`: its time says so. */
  status: StoredApprovalStatus;
  /** What it is about, as people read it. */
  subject: string;
  /** Whose account it is about. */
  customer_id: string | null;
  /** JSON array of texts: why one person is not enough. */
  reasons: JsonText;
  /** JSON: the input, what the second person reads of it, and the state of its subject. */
  proposal: Sealed<"approvals.proposal">;
  /** SHA-256 (hex) of act and input, which the audit log has too. */
  input_hash: string;
  idempotency_key: string | null;
  proposed_by: string;
  created_at: Epoch;
  expires_at: Epoch;
  decided_by: string | null;
  decided_at: Epoch | null;
  /** Why it was rejected, or why it failed. */
  note: InternalNote | null;
}

/** The row that a member of staff has open at the desk. Whose page has not said so for a minute has no row here. */
interface StaffPresenceTable {
  user_id: string;
  kind: RowKind;
  /** Identifier that the audit log has of what is open. */
  subject: string;
  seen_at: Epoch;
}

/** What a member of staff has moved without a second person: credits, returns, payments. */
interface StaffCreditsTable {
  id: string;
  user_id: string;
  /** Whose money it was; null if it was no customer's, and of credits from before that was noted. */
  customer_id: string | null;
  /** In hundredths of the home currency. */
  worth: bigint;
  credited_at: Epoch;
}

/** A line of a bank's statement. What the bank has said stays; what became of the line is written once. */
interface BankLinesTable {
  id: string;
  /** Whose statement it is on. */
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
  /** JSON: what it seems to be for, and why. */
  proposal: JsonText | null;
  /** Whose it is, or seems to be. */
  customer_id: string | null;
  /** What it was used for: a deposit, a withdrawal, a batch of payouts, another line. */
  matched_id: string | null;
  message: string | null;
  internal_note: InternalNote | null;
  /** The entry that moved it between bank and suspense; lines of one import share some. */
  entry_id: string;
  /** The entry that took it out of suspense, where one did. */
  settled_entry_id: string | null;
  imported_at: Epoch;
  imported_by: string;
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

/** A deposit account's balance by its last statement that said so, with the lines since. */
interface StatementBalancesTable {
  deposit_account_id: string;
  /** Smallest units. */
  balance: bigint;
}

/** What a customer owes since a bank took back money that was credited and is spent. */
interface ReceivablesTable {
  id: string;
  user_id: string;
  currency: string;
  /** Smallest units. */
  amount: bigint;
  /** The line with which the bank took it back. */
  bank_line_id: string;
  entry_id: string;
  opened_at: Epoch;
  settled_at: Epoch | null;
  settled_by: string | null;
  settled_entry_id: string | null;
}

/** A trade of coins with someone else, as staff recorded it. */
interface PositionTradesTable {
  id: string;
  side: TradeSide;
  currency: string;
  /** Coins, smallest units. */
  amount: bigint;
  /** Of one coin. */
  price: DecimalText;
  in_currency: string;
  /** Fiat paid or received, smallest units. */
  total: bigint;
  venue: string;
  note: InternalNote | null;
  entry_id: string;
  created_by: string;
  created_at: Epoch;
}

/** How far what the house has of a coin may be from what customers own, smallest units; null for no limit. */
interface PositionLimitsTable {
  currency: string;
  soft: bigint | null;
  hard: bigint | null;
}

/** Withdrawals that are paid together. Each of them names its batch. */
interface PayoutBatchesTable {
  id: string;
  currency: string;
  /** Where they are paid from. */
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

/** The check of the ledger that was begun last; one row. */
export interface LedgerChecksTable {
  name: string;
  begun_at: Epoch;
  /** When one ended last, how long it took, and what it found: a JSON array of hashes. Null before the first. */
  ended_at: Epoch | null;
  milliseconds: bigint;
  mismatches: JsonText;
}

/** What customers own of each currency as of a seal of the ledger; one row. */
interface OwedTotalsTable {
  name: string;
  seal: bigint;
  /** A JSON object: smallest units as text, by currency. */
  totals: JsonText;
}

/** A proof of liabilities; `document` is null while it is made, `day` if none of a day. */
interface LiabilityPublicationsTable {
  id: string;
  day: string | null;
  created_at: Epoch;
  document: string | null;
}

/** Some nodes of a level of a tree, one after the other, as base64. */
interface LiabilityNodesTable {
  publication_id: string;
  currency: string;
  level: bigint;
  number: bigint;
  nodes: string;
}

/** What a publication counts for a customer; `leaves` as JSON. */
interface LiabilityLeavesTable {
  publication_id: string;
  user_id: string;
  currency: string;
  amount: bigint;
  leaves: string;
}

/** Which columns of a deposit account's CSV files have what, as JSON. */
interface StatementColumnsTable {
  deposit_account_id: string;
  columns: string;
}

/** Which import of a deposit account's statements is under way. */
interface StatementImportsTable {
  deposit_account_id: string;
  import_id: string;
  held_until: Epoch;
}

/** What the files of payouts need to know of a deposit account. */
type PayoutSettingsTable = { deposit_account_id: string } & {
  -readonly [Name in PayoutSetting]: string | null;
};

/** The close of a deposit account's day. */
interface ReconciliationsTable {
  id: string;
  deposit_account_id: string;
  currency: string;
  /** The local day, `2026-11-22`. */
  day: string;
  /** What the statement has at its end, smallest units. */
  statement_balance: bigint;
  /** What the books had. */
  ledger_balance: bigint;
  /** JSON: the lines that explain the difference. */
  explanation: JsonText;
  /** What of it they do not. */
  unexplained: bigint;
  closed_by: string;
  created_at: Epoch;
  reopened_by: string | null;
  reopened_at: Epoch | null;
  reopen_note: InternalNote | null;
}

/** Every table of the product. */
export interface Tables {
  schema_migrations: SchemaMigrationsTable;
  users: UsersTable;
  sessions: SessionsTable;
  sign_ins: SignInsTable;
  known_devices: KnownDevicesTable;
  account_links: AccountLinksTable;
  currencies: CurrenciesTable;
  exchange_fees: ExchangeFeesTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_postings: LedgerPostingsTable;
  ledger_balances: LedgerBalancesTable;
  transactions: TransactionsTable;
  history_counts: HistoryCountsTable;
  transaction_events: TransactionEventsTable;
  event_counts: EventCountsTable;
  events: EventsTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  idempotency_keys: IdempotencyKeysTable;
  signing_keys: SigningKeysTable;
  bank_accounts: BankAccountsTable;
  hold_mails: HoldMailsTable;
  price_alerts: PriceAlertsTable;
  statement_notices: StatementNoticesTable;
  recurring_buys: RecurringBuysTable;
  recurring_runs: RecurringRunsTable;
  system_bank_accounts: SystemBankAccountsTable;
  referral_records: ReferralRecordsTable;
  price_points: PricePointsTable;
  believed_prices: BelievedPricesTable;
  audit_log: AuditLogTable;
  book_seals: BookSealsTable;
  book_seal_heads: BookSealHeadsTable;
  seal_readers: SealReadersTable;
  api_tokens: ApiTokensTable;
  app_secrets: AppSecretsTable;
  write_probes: WriteProbesTable;
  enquiries: EnquiriesTable;
  enquiry_replies: EnquiryRepliesTable;
  email_tokens: EmailTokensTable;
  outbox: OutboxTable;
  spent_captchas: SpentCaptchasTable;
  limit_tries: LimitTriesTable;
  limit_counts: LimitCountsTable;
  identities: IdentitiesTable;
  identity_documents: IdentityDocumentsTable;
  onramp_orders: OnrampOrdersTable;
  onramp_events: OnrampEventsTable;
  onramp_access_tokens: OnrampAccessTokensTable;
  data_keys: DataKeysTable;
  personal_hashes: PersonalHashesTable;
  account_number_hashes: AccountNumberHashesTable;
  switches: SwitchesTable;
  staff_invitations: StaffInvitationsTable;
  approvals: ApprovalsTable;
  staff_credits: StaffCreditsTable;
  staff_presence: StaffPresenceTable;
  bank_lines: BankLinesTable;
  receivables: ReceivablesTable;
  customer_holds: CustomerHoldsTable;
  customer_notes: CustomerNotesTable;
  account_closures: AccountClosuresTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  position_trades: PositionTradesTable;
  position_limits: PositionLimitsTable;
  payout_batches: PayoutBatchesTable;
  payout_settings: PayoutSettingsTable;
  statement_columns: StatementColumnsTable;
  statement_balances: StatementBalancesTable;
  statement_imports: StatementImportsTable;
  ledger_checks: LedgerChecksTable;
  owed_totals: OwedTotalsTable;
  liability_publications: LiabilityPublicationsTable;
  liability_nodes: LiabilityNodesTable;
  liability_leaves: LiabilityLeavesTable;
  reconciliations: ReconciliationsTable;
  recoveries: RecoveriesTable;
}

export type User = Selectable<UsersTable>;
/** What decides whether a customer may move money. */
export type Standing = Pick<User, "status" | "on_hold">;
/** A customer's standing, and whether their exchanges have events. */
export type FollowedStanding = Standing & Pick<User, "follows_events">;
export type CustomerHold = Selectable<CustomerHoldsTable>;
export type AccountClosure = Selectable<AccountClosuresTable>;
export type CustomerNote = Selectable<CustomerNotesTable>;
export type NewUser = Insertable<UsersTable>;
export type UserChanges = Updateable<
  Omit<UsersTable, "id" | "created_at" | "is_demo" | "on_hold" | "follows_events">
>;
export type Session = Selectable<SessionsTable>;
export type SecondFactor = Selectable<SecondFactorsTable>;
export type Passkey = Selectable<PasskeysTable>;
export type PasskeyChallenge = Selectable<PasskeyChallengesTable>;
export type KnownPlace = Selectable<KnownDevicesTable>;
export type AccountLink = Selectable<AccountLinksTable>;
export type RecoveryRow = Selectable<RecoveriesTable>;
export type ApprovalRow = Selectable<ApprovalsTable>;
export type ReceivableRow = Selectable<ReceivablesTable>;
export type BankLineRow = Selectable<BankLinesTable>;
export type ReconciliationRow = Selectable<ReconciliationsTable>;
export type PayoutBatchRow = Selectable<PayoutBatchesTable>;
export type PositionTrade = Selectable<PositionTradesTable>;
export type PositionLimits = Selectable<PositionLimitsTable>;
export type StaffPresence = Selectable<StaffPresenceTable>;
export type StaffInvitation = Selectable<StaffInvitationsTable>;
export type CurrencyRow = Selectable<CurrenciesTable>;
export type SwitchRow = Selectable<SwitchesTable>;
export type PairRow = Selectable<ExchangeFeesTable>;
/** A history row. What the database alone needs to keep rows unique is left out. */
export type Transaction = Omit<Selectable<TransactionsTable>, "bank_reference_key" | "payout_batch_id"> & {
  /** The batch that pays a withdrawal; a row that is only about to be written has none. */
  readonly payout_batch_id?: string | null;
};
export type TransactionEvent = Selectable<TransactionEventsTable>;
export type EventRow = Selectable<EventsTable>;
export type WebhookEndpoint = Selectable<WebhookEndpointsTable>;
export type WebhookDeliveryRow = Selectable<WebhookDeliveriesTable>;
export type SigningKey = Selectable<SigningKeysTable>;
export type BankAccount = Selectable<BankAccountsTable>;
export type BankAccountChanges = Updateable<Omit<BankAccountsTable, "id" | "user_id" | "created_at">>;
export type HoldMail = Selectable<HoldMailsTable>;
export type LiabilityNodes = Selectable<LiabilityNodesTable>;
export type LiabilityLeaves = Selectable<LiabilityLeavesTable>;
export type StatementNotice = Selectable<StatementNoticesTable>;
export type PriceAlertRow = Selectable<PriceAlertsTable>;
export type RecurringBuyRow = Selectable<RecurringBuysTable>;
export type SealReader = Selectable<SealReadersTable>;
export type RecurringRunRow = Selectable<RecurringRunsTable>;
export type SystemBankAccount = Selectable<SystemBankAccountsTable>;
export type ReferralRecord = Selectable<ReferralRecordsTable>;
export type NewReferralRecord = Insertable<ReferralRecordsTable>;
export type PricePoint = Selectable<PricePointsTable>;
export type BelievedPriceRow = Selectable<BelievedPricesTable>;
/** A line of the log, without its number. */
export type AuditRecord = Omit<Selectable<AuditLogTable>, "seq">;
export type BookSeal = Selectable<BookSealsTable>;
export type EmailToken = Selectable<EmailTokensTable>;
export type OutboxMail = Selectable<OutboxTable>;
export type Identity = Selectable<IdentitiesTable>;
export type IdentityDocumentRow = Selectable<IdentityDocumentsTable>;
export type OnrampOrderRow = Selectable<OnrampOrdersTable>;
export type OnrampOrderChanges = Updateable<
  Omit<OnrampOrdersTable, "id" | "user_id" | "status" | "created_at">
>;
export type OnrampEventRow = Selectable<OnrampEventsTable>;
export type OnrampAccessToken = Selectable<OnrampAccessTokensTable>;
