/**
 * What is erased of a closed account, table by table, when, and what stays with its reason. Rows that name others go before those
 * they name.
 */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Tables } from "../tables.ts";
import { changed, removed, type ErasedSubject, type ErasedTable } from "./erased-table.ts";
import { OTHER_TABLES } from "./other-tables.ts";
import { below, enquired, own, repliedTo } from "./whose.ts";

const NAMES_NO_ONE = { kept: "a made-up identifier, which names no one once the rest is gone" } as const;
const MONEY = { kept: "books and history add up only with it" } as const;
const STATE = { kept: "says what state the row is in, not whose it is" } as const;
const STAFF = { kept: "names staff" } as const;
const WHEN = { kept: "a time alone names no one" } as const;

const LOGIN = "a way in; no law keeps it";
const CHOSEN = "what the customer chose; no law keeps it";
const IDENTITY = "the record of who the customer is, which the law keeps for a time";

/** What is known of the customer by identity, address or words goes when the law no longer keeps it. */
const gone = <Value>(becomes: Value) => ({ at: "retention", becomes }) as const;

const CLOSED = "@closed.invalid";

/** The address of a closed account, so that the person may use the old one again. */
export const closedAddress = (id: string): string => `closed-${id}${CLOSED}`.toLowerCase();

/** Whether an address is one that closed accounts have: no one else may have it. */
export const isClosedAddress = (address: string): boolean => address.toLowerCase().endsWith(CLOSED);

/** Emails to the address, once they have left. Those that have not do so first. */
const mailsSent = ({ id, email, closedAt }: ErasedSubject): RawBuilder<SqlBool> =>
  sql`(recipient = ${closedAddress(id)} or (recipient = ${email}
      and created_at >= (select created_at from users where id = ${id}) and created_at <= ${closedAt}))
    and next_attempt_at is null`;

const ACCESS = [
  removed("sessions", "at once", LOGIN, { whose: own, key: ["id_hash"] }),
  removed("second_factors", "at once", LOGIN, { whose: own, key: ["user_id"] }),
  removed("recovery_codes", "at once", LOGIN, { whose: own, key: ["user_id", "code_hash"] }),
  removed("passkeys", "at once", LOGIN, { whose: own, key: ["id"] }),
  removed("email_tokens", "at once", LOGIN, { whose: own, key: ["token_hash"] }),
  removed("api_tokens", "at once", LOGIN, { whose: own, key: ["id"] }),
  removed("webhook_deliveries", "at once", CHOSEN, {
    whose: below("endpoint_id", "webhook_endpoints"),
    key: ["endpoint_id", "event_id"],
  }),
  removed("webhook_endpoints", "at once", CHOSEN, { whose: own, key: ["id"] }),
  removed("price_alerts", "at once", CHOSEN, { whose: own, key: ["id"] }),
  removed("recurring_runs", "at once", CHOSEN, {
    whose: below("plan_id", "recurring_buys"),
    key: ["plan_id", "run_on"],
  }),
  removed("recurring_buys", "at once", CHOSEN, { whose: own, key: ["id"] }),
  removed("hold_mails", "at once", CHOSEN, { whose: own, key: ["bank_account_id"] }),
] as const;

const TRACES = [
  removed("account_links", "soon", "shows how someone got in; none works any more", {
    whose: own,
    key: ["token_hash"],
  }),
  removed("sign_ins", "soon", LOGIN, { whose: own, key: ["id"] }),
  removed("known_devices", "soon", LOGIN, { whose: own, key: ["user_id", "kind", "mark"] }),
  removed("statement_notices", "soon", CHOSEN, { whose: own, key: ["user_id", "month"] }),
  removed("events", "soon", "repeats what other tables have", { whose: own, key: ["id"] }),
  removed("idempotency_keys", "soon", "repeats what other tables have", {
    whose: own,
    key: ["user_id", "key"],
  }),
  removed("outbox", "soon", "says what was emailed; what it was about is elsewhere", {
    whose: mailsSent,
    key: ["created_at", "id"],
    unindexed: true,
  }),
  changed(
    "referral_records",
    {
      whose: ({ id }) => sql`(client_user_id = ${id} or partner_id = ${id})`,
      key: ["id"],
      unindexed: true,
    },
    {
      id: NAMES_NO_ONE,
      partner_id: { kept: "the partner's own record" },
      client_user_id: NAMES_NO_ONE,
      client_name: { at: "soon", becomes: "Closed" },
      client_surname: { at: "soon", becomes: "account" },
      client_email: { at: "soon", becomes: "" },
      transaction_type: MONEY,
      credit: MONEY,
      credit_currency: MONEY,
      debit: MONEY,
      debit_currency: MONEY,
      created_at: WHEN,
      transaction_id: NAMES_NO_ONE,
    },
  ),
] as const;

const PERSON = [
  removed("recoveries", "retention", IDENTITY, { whose: own, key: ["id"] }),
  removed("identity_documents", "retention", IDENTITY, { whose: own, key: ["id"] }),
  removed("identities", "retention", IDENTITY, { whose: own, key: ["user_id"] }),
  removed("personal_hashes", "retention", IDENTITY, { whose: own, key: ["kind", "hash", "user_id"] }),
  removed("account_number_hashes", "retention", IDENTITY, { whose: own, key: ["hash", "user_id"] }),
  removed("bank_accounts", "retention", "where money was paid to, which the law keeps for a time", {
    whose: own,
    key: ["id"],
  }),
  removed("customer_holds", "retention", "reviews of staff, which the law keeps for a time", {
    whose: own,
    key: ["id"],
  }),
  removed("customer_notes", "retention", "notes of staff, which may say whose account it was", {
    whose: own,
    key: ["id"],
  }),
  removed("approvals", "retention", "names the customer in words; the audit log keeps who did what", {
    whose: ({ id }) => sql`customer_id = ${id}`,
    key: ["id"],
  }),
  removed(
    "enquiry_replies",
    "retention",
    "what complaints were answered with, which the law keeps for a time",
    {
      whose: repliedTo,
      key: ["created_at", "id"],
      unindexed: true,
    },
  ),
  removed("enquiries", "retention", "complaints, which the law keeps for a time", {
    whose: enquired,
    key: ["created_at", "id"],
    unindexed: true,
  }),
  removed("outbox", "retention", "what was still to leave when the account was closed", {
    whose: mailsSent,
    key: ["created_at", "id"],
    unindexed: true,
  }),
] as const;

const MOVED = [
  changed(
    "transactions",
    { whose: own, key: ["id"] },
    {
      id: NAMES_NO_ONE,
      user_id: NAMES_NO_ONE,
      transaction_type: MONEY,
      status: STATE,
      credit: MONEY,
      credit_currency: MONEY,
      debit: MONEY,
      debit_currency: MONEY,
      rate: MONEY,
      fee_percent: MONEY,
      fee_amount: MONEY,
      reference: MONEY,
      payment_method: STATE,
      bank_account_id: NAMES_NO_ONE,
      bank_account_snapshot: gone(null),
      quote_id: MONEY,
      quote: { kept: "shows that the price was honoured; it names the account by its identifier" },
      entry_id: MONEY,
      note: gone(null),
      created_at: WHEN,
      updated_at: WHEN,
      announced: MONEY,
      expires_at: WHEN,
      bank_reference: gone(null),
      bank_reference_key: { kept: "keeps a payment from being credited twice" },
      payout_batch_id: MONEY,
    },
  ),
  changed(
    "transaction_events",
    { whose: below("transaction_id", "transactions"), key: ["id"] },
    {
      id: NAMES_NO_ONE,
      transaction_id: MONEY,
      from_status: STATE,
      to_status: STATE,
      actor: NAMES_NO_ONE,
      reason: gone(null),
      created_at: WHEN,
      entry_id: MONEY,
    },
  ),
  changed(
    "bank_lines",
    { whose: ({ id }) => sql`customer_id = ${id}`, key: ["id"] },
    {
      id: NAMES_NO_ONE,
      deposit_account_id: MONEY,
      booked_on: WHEN,
      amount: MONEY,
      currency: MONEY,
      text: gone(""),
      payer: gone(null),
      identity: { kept: "a hash that keeps a line from being imported twice" },
      status: STATE,
      proposal: gone(null),
      customer_id: NAMES_NO_ONE,
      matched_id: MONEY,
      message: gone(null),
      internal_note: gone(null),
      entry_id: MONEY,
      settled_entry_id: MONEY,
      imported_at: WHEN,
      imported_by: STAFF,
      settled_at: WHEN,
      settled_by: STAFF,
      format: STATE,
      like_id: MONEY,
      bank_key: { kept: "a hash that keeps a line from being imported twice" },
      proven: STATE,
    },
  ),
  changed(
    "onramp_events",
    { whose: below("order_id", "onramp_orders"), key: ["id"] },
    {
      id: NAMES_NO_ONE,
      provider: STATE,
      event_id: { kept: "keeps an event from being taken twice" },
      order_id: MONEY,
      payload: gone("{}"),
      outcome: STATE,
      received_at: WHEN,
    },
  ),
  changed(
    "onramp_orders",
    { whose: own, key: ["id"] },
    {
      id: NAMES_NO_ONE,
      user_id: NAMES_NO_ONE,
      provider: STATE,
      status: STATE,
      fiat_amount: MONEY,
      fiat_currency: MONEY,
      crypto_currency: MONEY,
      crypto_amount: MONEY,
      provider_order_id: { kept: "keeps a payment from being credited twice" },
      checkout_hash: gone(null),
      quoted_amount: MONEY,
      transaction_id: MONEY,
      note: gone(null),
      created_at: WHEN,
      updated_at: WHEN,
    },
  ),
] as const;

/** The account itself, last of all: what names it names a row. */
const ACCOUNT = [
  changed(
    "users",
    { whose: ({ id }) => sql`id = ${id}`, key: ["id"] },
    {
      id: NAMES_NO_ONE,
      email: { at: "at once", makes: ({ id }) => closedAddress(id) },
      password_hash: { at: "at once", becomes: "" },
      first_name: gone(""),
      middle_name: gone(null),
      last_name: gone(""),
      phone: gone(null),
      status: STATE,
      status_reason: gone(null),
      default_country: { kept: "a country alone names no one; reports count by it" },
      email_verified_at: { at: "at once", becomes: null },
      roles: STATE,
      permissions: STATE,
      partner_hash: { at: "at once", becomes: null },
      referred_by: { at: "at once", becomes: null },
      referral_hash: { at: "at once", becomes: null },
      utm: { at: "at once", becomes: null },
      password_changed_at: WHEN,
      withdrawals_held_until: STATE,
      doors_closed_at: WHEN,
      password_alone: STATE,
      login_unlocks: STATE,
      created_at: WHEN,
      status_before_block: STATE,
      block_reason: gone(null),
      on_hold: STATE,
      follows_events: STATE,
      emails_off: { at: "at once", becomes: "[]" },
      is_demo: STATE,
    },
  ),
] as const;

const ERASED = [...ACCESS, ...TRACES, ...PERSON, ...MOVED, ...ACCOUNT] as const;

/** What is erased, in this order. */
export const ERASED_TABLES: readonly ErasedTable[] = ERASED;

/** Every other table, and why nothing in it is erased. */
export const UNTOUCHED_TABLES: Readonly<
  Record<Exclude<keyof Tables, (typeof ERASED)[number]["table"]>, string>
> = {
  // With a customer's identifier, which names no one once the rest is gone.
  ledger_accounts: "accounts of the books, by identifier",
  ledger_entries: "the books, sealed: amounts and identifiers",
  ledger_postings: "the books, sealed: amounts and identifiers",
  ledger_balances: "zero for a closed account",
  audit_log:
    "who of staff did what and why, sealed so that no one can rewrite it; it names accounts by identifier",
  history_counts: "numbers of transactions",
  event_counts: "numbers of events",
  receivables: "amounts that were settled, and entries of the books",
  liability_leaves: "amounts that were published, by identifier",
  account_closures: "says that and when it was done; its address goes last",
  ...OTHER_TABLES,
};
