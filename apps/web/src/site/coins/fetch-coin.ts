import type { CoinPage } from "@wattle/contracts/coin-page";
import { COIN_BLOCK_ID, coinSlug, coinTextPath } from "@wattle/contracts/coin-path";

/** This document's own data block, if it is the page of a coin. */
function coinOfBlock(): CoinPage | undefined {
  const text = document.getElementById(COIN_BLOCK_ID)?.textContent;
  return text ? (JSON.parse(text) as CoinPage) : undefined;
}

/** The page of a coin; undefined if there is no such page. A prerendered page has it with it. */
export async function fetchCoin(slug: string): Promise<CoinPage | undefined> {
  const own = coinOfBlock();
  if (own !== undefined && coinSlug(own.code) === slug.toLowerCase()) return own;
  const response = await fetch(coinTextPath(encodeURIComponent(slug)));
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`Request failed with status code ${response.status}`);
  return (await response.json()) as CoinPage;
}
