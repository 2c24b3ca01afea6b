import { hash } from "node:crypto";

/** How many of the newest are remembered at least; at most twice as many. Some 100 bytes each. */
const LEAST_COUNT = 16_384;

/**
 * Which quotes this very process has signed. One that comes back word for word needs no second look at its signature, which costs more
 * than all else of an exchange but the commit (the bench's "exchanges over HTTP"). Only a saving: a quote that is not here, such as
 * another process's, is verified.
 */
export interface IssuedQuotes {
  remember(jws: string): void;
  /** Whether exactly this text was signed here. */
  has(jws: string): boolean;
}

/**
 * Only this is kept of a quote: its text would be copied again and again as garbage is collected (the bench's "held
 * rates").
 */
const digestOf = (jws: string): string => hash("sha256", jws, "base64url");

/** @param leastCount how many of the newest quotes are remembered at least */
export function createIssuedQuotes(leastCount = LEAST_COUNT): IssuedQuotes {
  let newest = new Set<string>();
  let older = new Set<string>();
  return {
    remember(jws) {
      if (newest.size >= leastCount) {
        older = newest;
        newest = new Set();
      }
      newest.add(digestOf(jws));
    },
    has(jws) {
      const digest = digestOf(jws);
      return newest.has(digest) || older.has(digest);
    },
  };
}
