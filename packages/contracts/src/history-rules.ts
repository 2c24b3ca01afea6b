/** Longest text to search a history for; a reference with spaces or an amount with its currency is shorter. */
export const LONGEST_SEARCH = 40;

/** A search finds so many rows at most, the newest; anyone who finds that many narrows the search. */
export const SEARCH_LIMIT = 200;
