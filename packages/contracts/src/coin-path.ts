/** Where pages of coins are. Free of everything else: every page of the site has it. */

/** The end of a coin's address: its code in small letters. */
export const coinSlug = (code: string): string => code.toLowerCase();
/** Where a coin's page is. */
export const coinPath = (code: string): string => `/buy-sell/${coinSlug(code)}`;
/** Where the page's code gets what it says of the coin, as JSON. */
export const coinTextPath = (code: string): string => `${coinPath(code)}.json`;
/** The data block in which a coin's page has the same. */
export const COIN_BLOCK_ID = "wattle-coin";
