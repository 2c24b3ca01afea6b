/**
 * Choices in fields of staff's lists and acts, and limits of their sizes. Free of zod, whose weight the pages that read
 * it would load.
 */

/** Roles of staff; each is a set of procedures. Someone may have several. */
export const STAFF_ROLES = ["support", "compliance", "finance", "admin"] as const;

/** As a request is stored; one whose time is over is `expired`, and nothing has to happen for it. */
export const STORED_APPROVAL_STATUSES = ["pending", "approved", "rejected", "withdrawn", "failed"] as const;
export const APPROVAL_STATUSES = [...STORED_APPROVAL_STATUSES, "expired"] as const;

/** How long staff may take back what they just did, and how long an email about it waits at least. */
export const UNDO_MILLISECONDS = 10_000;

/**
 * Kinds of holds on one customer. `erasure` is a legal hold: the account is not closed, and nothing of it is erased.
 */
export const HOLD_KINDS = ["withdrawals", "deposits", "trading", "erasure"] as const;

/** States of a line. One that is `unmatched` or `proposed` waits for staff; any other has been used, once. */
export const BANK_LINE_STATUSES = [
  "unmatched",
  "proposed",
  "credited",
  "returned",
  "own_money",
  "payout",
] as const;

/** The largest statement, in bytes of UTF-8. */
export const LARGEST_STATEMENT_BYTES = 20 * 1024 * 1024;

/** How much of a file's beginning is enough to see how its lines are read, in characters. */
export const STATEMENT_HEAD = 16_000;

/** Warning that every new payee has: by itself it is nothing unusual. */
export const FIRST_PAYMENT = "First payment to this account";
/** Whether someone should look at a payment before it is released. */
export const isUnusual = ({ warnings }: { readonly warnings: readonly string[] }): boolean =>
  warnings.some((warning) => warning !== FIRST_PAYMENT);

/** `open` can be changed; `released` is allowed to be paid; `sent` is with the bank; `settled` is on its statement. */
export const PAYOUT_STATUSES = ["open", "released", "sent", "settled", "cancelled"] as const;

/** `settled` was taken from the customer's balance; `written_off` is the operator's loss. */
export const RECEIVABLE_STATUSES = ["open", "settled", "written_off"] as const;

/**
 * `submitted`: the photo waits for staff. `waiting`: approved, and 72 hours go by. Then `done`; or `stopped` by its owner or
 * `rejected` by staff.
 */
export const RECOVERY_STATUSES = ["submitted", "waiting", "done", "stopped", "rejected"] as const;

export const ONRAMP_STATUSES = [
  "created",
  "pending",
  "completed",
  "failed",
  "cancelled",
  "expired",
  "refunded",
  "review",
] as const;

/** Statuses after which nothing more is expected. */
export const SETTLED_ONRAMP_STATUSES: ReadonlySet<(typeof ONRAMP_STATUSES)[number]> = new Set([
  "completed",
  "failed",
  "cancelled",
  "expired",
  "refunded",
]);

export const WALLET_ROLES = ["deposits", "treasury"] as const;
export type WalletRole = (typeof WALLET_ROLES)[number];

export const COIN_DEPOSIT_STATUSES = [
  "seen",
  "confirming",
  "credited",
  "below_minimum",
  "under_review",
  "dropped",
  "reversed",
] as const;
/** The same, and coins of the operator's own. */
export const ARRIVAL_STATUSES = [...COIN_DEPOSIT_STATUSES, "own_money"] as const;
/** `draft` can be changed; `released` is to be signed; `signed` is stored; `sent` is with the network. */
export const COIN_PAYOUT_STATUSES = ["draft", "released", "signed", "sent", "settled", "cancelled"] as const;
export type CoinPayoutStatus = (typeof COIN_PAYOUT_STATUSES)[number];
/** The treasury takes in customers' deposits, makes one of its own coins out of many, or sends some to the venue. */
export const COIN_MOVES = ["sweep", "consolidate", "venue"] as const;
/** A batch pays customers, or moves our own coins. */
export const COIN_PAYOUT_PURPOSES = ["payments", ...COIN_MOVES] as const;
export type CoinPayoutPurpose = (typeof COIN_PAYOUT_PURPOSES)[number];
/** A payment, the same at a higher fee, or one to ourselves in its place. */
export const COIN_ATTEMPT_KINDS = ["pay", "bump", "cancel"] as const;
export type CoinAttemptKind = (typeof COIN_ATTEMPT_KINDS)[number];

/** As they are stored: one that is seen and in a block is `confirming` on the wire. */
export type ArrivalState = Exclude<(typeof ARRIVAL_STATUSES)[number], "confirming">;

/** `invalid`: the node's data is wrong. `paused`: the network paused itself. */
export const NETWORK_STATES = ["ok", "off", "behind", "unreachable", "invalid", "paused"] as const;

export const TRADE_SIDES = ["buy", "sell"] as const;

/** Exchanges where the house can trade by itself. */
export const VENUES = ["play", "kraken"] as const;
export const VENUE_STATES = ["ok", "unreachable", "paused"] as const;

/** `unknown`: no answer came, so that it may have been placed. */
export const VENUE_ORDER_STATUSES = [
  "planned",
  "sent",
  "unknown",
  "partly_filled",
  "filled",
  "rejected",
  "cancelled",
] as const;

export const POSITION_STATES = ["ok", "warning", "paused"] as const;

/** The house's accounts whose postings can be listed. Movements of trading and fees are in the report of trades. */
export const LISTED_PURPOSES = [
  "bank",
  "suspense",
  "own",
  "adjustments",
  "receivables",
  "onramp",
  "inventory",
  "venue",
  "wallet",
  "network",
] as const;

/** Lists of people and organisations: Australia's, the UN's and the US's sanctions, OpenSanctions, and the operator's own. */
export const LIST_SOURCES = ["dfat", "un", "ofac", "opensanctions", "own"] as const;

/** The largest file of a list, in bytes of UTF-8. */
export const LARGEST_LIST_BYTES = 50 * 1024 * 1024;

/** Cases of compliance: a name that a list has, what a rule found, a report that is due. */
export const CASE_KINDS = ["screening", "monitoring", "filing"] as const;
export const CASE_STATUSES = ["open", "snoozed", "closed"] as const;
export const CASE_OUTCOMES = ["nothing_found", "not_this_person", "reported"] as const;

/** Rules over what customers do with money, and what happens if one finds something. */
export const MONITORING_RULES = [
  "structuring",
  "in_and_out",
  "new_and_large",
  "woken",
  "third_party",
  "shared",
  "velocity",
  "country",
  "travel_rule",
  "round_trip",
] as const;
export const RULE_ACTS = ["alert", "hold_withdrawals"] as const;

/** Reports to AUSTRAC: of a suspicious matter, of cash above a threshold, of money to or from abroad. */
export const FILING_KINDS = ["smr", "ttr", "ifti"] as const;
export const FILING_FORMATS = ["pdf", "csv"] as const;

/** No case is put off for longer. */
export const MOST_SNOOZE_DAYS = 180;

/** How risky a customer is. */
export const RATINGS = ["low", "medium", "high"] as const;
