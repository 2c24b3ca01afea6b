import { randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** Milliseconds since 1970, UTC. Passed in wherever time matters, so that tests can set it. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Source of identifiers and random bytes. */
export interface Ids {
  /** UUID version 7: grows with time, so that rows made together lie together. */
  uuid(): string;
  /** `bytes` random bytes as base64url text. */
  token(bytes: number): string;
}

/**
 * Random bytes are drawn from the system in blocks of this many: asking it for each identifier costs more than all else of it.
 * Each request has one (the bench's rows "held rates" and "exchanges over HTTP").
 */
const BLOCK_BYTES = 8192;

/** Hands out random bytes, each once. */
function createRandomSource(): (bytes: number) => Buffer {
  let block = Buffer.alloc(0);
  return (bytes) => {
    if (bytes > BLOCK_BYTES) return randomBytes(bytes);
    if (block.length < bytes) block = randomBytes(BLOCK_BYTES);
    const drawn = Buffer.from(block.subarray(0, bytes));
    // No one who reads our memory later finds them here.
    block.fill(0, 0, bytes);
    block = block.subarray(bytes);
    return drawn;
  };
}

const UUID_RANDOM_BYTES = 16;

function createRandomIds(): Ids {
  const random = createRandomSource();
  let milliseconds = 0;
  let sequence = 0;
  return {
    uuid() {
      const drawn = random(UUID_RANDOM_BYTES);
      const now = Date.now();
      if (now > milliseconds) {
        milliseconds = now;
        // Half of the range is left to count on within the millisecond.
        sequence = drawn.readUInt32BE() >>> 1;
      } else sequence += 1;
      return v7({ msecs: milliseconds, seq: sequence, random: drawn });
    },
    token: (bytes) => random(bytes).toString("base64url"),
  };
}

export const randomIds: Ids = createRandomIds();

/** ISO 8601 in UTC with milliseconds, as answers carry times. */
export const isoTime = (epochMilliseconds: number | bigint): string =>
  new Date(Number(epochMilliseconds)).toISOString();

/** The same of what may not have happened. */
export const timeOf = (epochMilliseconds: bigint | null | undefined): string | null =>
  epochMilliseconds == null ? null : isoTime(epochMilliseconds);
