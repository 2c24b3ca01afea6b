/** Decisions about columns that many tables share: why a copy leaves one out, and why an erasure keeps one. */

export const SECRET = { leftOut: "a secret, or what one is known by" } as const;
export const STAFF = { leftOut: "notes and names of staff" } as const;
export const INNER = { leftOut: "says nothing of the customer" } as const;
export const OTHERS = { leftOut: "another customer's" } as const;

export const NAMES_NO_ONE = {
  kept: "a made-up identifier, which names no one once the rest is gone",
} as const;
export const MONEY = { kept: "books and history add up only with it" } as const;
export const STATE = { kept: "says what state the row is in, not whose it is" } as const;
export const STAFF_NAME = { kept: "names staff" } as const;
export const WHEN = { kept: "a time alone names no one" } as const;

/** Identity, address and words of the customer go when the law no longer keeps them. */
export const gone = <Value>(becomes: Value) => ({ at: "retention", becomes }) as const;

export const LOGIN = "a way in; no law keeps it";
export const CHOSEN = "what the customer chose; no law keeps it";
export const IDENTITY = "the record of who the customer is, which the law keeps for a time";
/** Why a copy of a customer's data has nothing of compliance. */
export const SPEAKS_NOT = "records of compliance, of which the law forbids to speak";
