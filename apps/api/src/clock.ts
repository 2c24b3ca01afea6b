import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** Milliseconds since 1970, UTC. Passed in wherever time matters, so that tests can set it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Where identifiers and random bytes come from. */
export interface Ids {
  /** UUID version 7: grows with time, so that rows made together lie together. */
  uuid(): string;
  /** `bytes` random bytes as base64url text. */
  token(bytes: number): string;
}

export const randomIds: Ids = {
  uuid: () => v7(),
  token: (bytes) => randomBytes(bytes).toString("base64url"),
};

/** ISO 8601 in UTC with milliseconds, as answers carry times. */
export const isoTime = (epochMilliseconds: number | bigint): string =>
  new Date(Number(epochMilliseconds)).toISOString();
