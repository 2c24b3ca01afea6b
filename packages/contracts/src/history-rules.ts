/** Longest text to search a history for; a reference with spaces or an amount with its currency is shorter. */
export const LONGEST_SEARCH = 40;

/** A search finds so many rows at most, the newest; anyone who finds that many narrows the search. */
export const SEARCH_LIMIT = 200;

export const TRANSACTION_TYPES = ["exchange", "deposit", "withdraw", "adjustment"] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

export const TRANSACTION_STATUSES = [
  "completed",
  "awaiting_payment",
  "requested",
  "sent",
  "cancelled",
  "expired",
  "rejected",
  "returned",
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

/** Actor of a change of status; `system` is work that runs next to the requests. */
export const TRANSACTION_ACTORS = ["customer", "operator", "system"] as const;
export type TransactionActor = (typeof TRANSACTION_ACTORS)[number];

/** Types that move money between a customer and a bank. */
export type BankTransactionType = Extract<TransactionType, "deposit" | "withdraw">;
