import type { CoinPage } from "@wattle/contracts/coin-page";
import type { LegalName, LegalText } from "@wattle/contracts/legal-text";
import type { Clients } from "./trpc.ts";

/** Context of guards and loaders. */
export interface RouterContext {
  readonly clients: Clients;
  /** The operator's own text of a legal page; undefined if the product's is used. */
  readonly legalText: (name: LegalName) => Promise<LegalText | undefined>;
  /** The page of a coin, by the end of its address; undefined if there is no such page. */
  readonly coin: (slug: string) => Promise<CoinPage | undefined>;
}
