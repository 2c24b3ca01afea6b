import type { Quote } from "./quote.ts";

/** Bounds the memory: about 1 KiB each. Where more are asked for within their 45 seconds, the oldest are verified again. */
const LARGEST_COUNT = 16_384;

/**
 * Quotes that this very process signed and that have not run out. One that comes back word for word needs no second
 * look at its signature, which costs more than all else of an exchange but the commit. Only a saving: a quote that is
 * not here, such as another process's, is verified.
 */
export interface IssuedQuotes {
  remember(jws: string, quote: Quote): void;
  /** The quote with exactly this text, if it was signed here. */
  find(jws: string): Quote | undefined;
}

/** @param largestCount how many quotes are remembered at most */
export function createIssuedQuotes(largestCount = LARGEST_COUNT): IssuedQuotes {
  // A map keeps the order of issue, and all quotes are held equally long: the oldest run out first.
  const quotes = new Map<string, Quote>();
  return {
    remember(jws, quote) {
      for (const [oldest, { expiresAt }] of quotes) {
        if (expiresAt > quote.issuedAt && quotes.size < largestCount) break;
        quotes.delete(oldest);
      }
      quotes.set(jws, quote);
    },
    find: (jws) => quotes.get(jws),
  };
}
