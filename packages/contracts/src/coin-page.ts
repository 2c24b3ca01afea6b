import { CURRENCY_CODE } from "./market-records.ts";
import { limitsOf, type Markets } from "./markets.ts";
import { displayAmount } from "@wattle/exchange-core/display";

/** A coin's own texts on its page; the texts that all coins share belong to the page. All are plain texts. */
export interface CoinPage {
  readonly code: string;
  readonly name: string;
  /** Description of the coin. */
  readonly about: string;
  /** Currency that it is bought and sold for. */
  readonly home: string;
  /** Our fees in percent, and how far a rate is from the market's at most. */
  readonly buyFee: string;
  readonly sellFee: string;
  readonly spread: string;
  /** Smallest and largest exchange in the home currency, as people read them. */
  readonly min: string;
  readonly max: string;
}

/** Marks with which the page for coins is prerendered, in place of a coin's own texts. */
export const COIN_MARKS: CoinPage = {
  code: "%%coin.code%%",
  name: "%%coin.name%%",
  about: "%%coin.about%%",
  home: "%%coin.home%%",
  buyFee: "%%coin.buyFee%%",
  sellFee: "%%coin.sellFee%%",
  spread: "%%coin.spread%%",
  min: "%%coin.min%%",
  max: "%%coin.max%%",
};
/** Stands for the end of a coin's address. */
export const COIN_SLUG_MARK = "%%coin.slug%%";

/** Texts about coins by their code, plain. */
export type CoinTexts = Readonly<Record<string, string>>;

/** The product's texts for the coins of a new installation. An operator's brand file may say something else. */
export const FIRST_COIN_TEXTS: CoinTexts = {
  BTC: "Bitcoin is the first digital currency, running since 2009. No company or country issues it: a network of computers keeps one public record of who owns what, and there will never be more than 21 million bitcoin.",
  ETH: "Ether is the currency of Ethereum, a public network since 2015 that also runs programs, called smart contracts. Ether pays for every change they make to the network’s record.",
};

const percent = (hundredths: number): string => `${hundredths / 100}`;

/**
 * The page of a coin; undefined if no one can buy and sell it for the home currency.
 * @param code in capital letters
 */
export function coinPageOf(
  markets: Markets,
  code: string,
  { home, texts }: { readonly home: string; readonly texts: CoinTexts },
): CoinPage | undefined {
  if (!CURRENCY_CODE.test(code)) return undefined;
  const [coin, fiat] = [markets.currency(code), markets.currency(home)];
  const [purchase, sale] = [markets.pair(home, code), markets.pair(code, home)];
  const limits = fiat && limitsOf(fiat, "exchange");
  if (coin?.kind !== "crypto" || !coin.active || fiat?.active !== true || limits === undefined)
    return undefined;
  if (purchase === undefined || sale === undefined) return undefined;
  const own = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return {
    code,
    name: coin.full_name,
    about:
      own ?? `${coin.full_name} (${code}) is a digital currency. You can buy and sell it here for ${home}.`,
    home,
    buyFee: purchase.fee,
    sellFee: sale.fee,
    spread: percent(Math.max(purchase.spread_bp, sale.spread_bp)),
    min: displayAmount(limits.min, fiat),
    max: displayAmount(limits.max, fiat),
  };
}

/** Every coin that has a page, in the order of lists. */
export const coinsWithPages = (
  markets: Markets,
  choice: { readonly home: string; readonly texts: CoinTexts },
): CoinPage[] => markets.currencies.flatMap(({ code }) => coinPageOf(markets, code, choice) ?? []);
