/** The calls that the server does once for each `Idempotency-Key`, however often they arrive. */
export const KEYED_CALLS: ReadonlySet<string> = new Set([
  "POST /api/support",
  "POST /api/users/bank-accounts",
  "POST /api/users/transactions",
]);

/** Sent by POST, but nothing happens that a second one would do twice: a rate is held, and not used. */
const HARMLESS_CALLS: ReadonlySet<string> = new Set(["POST /api/get-rate"]);

/** Whether a call may be sent a second time when no one knows what came of the first. */
export const isRepeatable = (call: string): boolean =>
  call.startsWith("GET ") || KEYED_CALLS.has(call) || HARMLESS_CALLS.has(call);
