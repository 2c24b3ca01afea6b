import type { Quote } from "./quote.ts";

/** Bounds the memory: about 1 KiB each. Where more are asked for within their 45 seconds, the oldest are verified again. */
const LARGEST_COUNT = 16_384;

/**
 * Quotes that this very process signed and that have not run out. One that comes back word for word needs no second
 * look at its signature, which costs more than all else of an exchange but the commit (the bench's "exchanges over HTTP"). Only a saving: a quote that is
 * not here, such as another process's, is verified.
 */
export interface IssuedQuotes {
  remember(jws: string, quote: Quote): void;
  /** The quote with exactly this text, if it was signed here. */
  find(jws: string): Quote | undefined;
}

/** A remembered quote, linked to the one that was signed after it. */
interface Issued {
  readonly key: string;
  readonly jws: string;
  readonly quote: Quote;
  next: Issued | undefined;
}

/** Where a quote is looked for: its signature. A key of the whole text, five times as long, would be hashed each time. */
const keyOf = (jws: string): string => jws.slice(jws.lastIndexOf(".") + 1);

/** @param largestCount how many quotes are remembered at most */
export function createIssuedQuotes(largestCount = LARGEST_COUNT): IssuedQuotes {
  const quotes = new Map<string, Issued>();
  // All quotes are held equally long: the oldest run out first. Asking the map for its oldest walks over the places of
  // all that were deleted; the links spare that to the bench's held rates of signed-in customers.
  let oldest: Issued | undefined;
  let newest: Issued | undefined;
  return {
    remember(jws, quote) {
      while (
        oldest !== undefined &&
        (oldest.quote.expiresAt <= quote.issuedAt || quotes.size >= largestCount)
      ) {
        quotes.delete(oldest.key);
        oldest = oldest.next;
      }
      const issued = { key: keyOf(jws), jws, quote, next: undefined };
      if (oldest === undefined || newest === undefined) oldest = issued;
      else newest.next = issued;
      newest = issued;
      quotes.set(issued.key, issued);
    },
    find(jws) {
      const issued = quotes.get(keyOf(jws));
      return issued?.jws === jws ? issued.quote : undefined;
    },
  };
}
