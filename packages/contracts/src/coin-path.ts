/** Path of coins' pages. Free of everything else: every page of the site has it. */

/** The end of a coin's address: its code in small letters. */
export const coinSlug = (code: string): string => code.toLowerCase();
/** Path of a coin's page. */
export const coinPath = (code: string): string => `/buy-sell/${coinSlug(code)}`;
/** Path from which the page's code gets the coin's texts, as JSON. */
export const coinTextPath = (code: string): string => `${coinPath(code)}.json`;
/** The data block in which a coin's page has the same. */
export const COIN_BLOCK_ID = "wattle-coin";
