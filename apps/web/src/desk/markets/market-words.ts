import type { CurrencyRecord, PairRecord } from "@wattle/contracts/market-records";
import type { SwitchRecord } from "@wattle/contracts/switches";
import type { StateWord } from "../../controls/status.tsx";
import { signedText } from "../parts/signed-money.ts";

export const pairName = ({ from, to }: Pick<PairRecord, "from" | "to">): string => `${from}/${to}`;

/** The coin of a pair, and the money it is bought with or sold for. */
export interface Market {
  readonly coin: string;
  readonly fiat: string;
  readonly side: "buy" | "sell";
}

/** @param isCoin whether a code is a coin's */
export const marketOf = (
  { from, to }: Pick<PairRecord, "from" | "to">,
  isCoin: (code: string) => boolean,
): Market => (isCoin(from) ? { coin: from, fiat: to, side: "sell" } : { coin: to, fiat: from, side: "buy" });

export const marketText = ({ coin, fiat, side }: Market): string =>
  side === "buy" ? `Buy ${coin} with ${fiat}` : `Sell ${coin} for ${fiat}`;

/** The switches that stop a pair: of all trading, of the market in both directions, and of the coin's side. */
const switchesOf = ({ coin, fiat, side }: Market): readonly string[] => [
  "trading",
  `pair:${coin}/${fiat}`,
  `${side}:${coin}`,
];

/** Whether a pair is offered, and goes on. */
export function pairState(
  { active }: Pick<PairRecord, "active">,
  market: Market,
  switches: readonly SwitchRecord[],
): StateWord {
  if (!active) return { kind: "stopped", word: "Off" };
  const names = switchesOf(market);
  const isPaused = switches.some(({ what, paused }) => paused && names.includes(what));
  return isPaused ? { kind: "waiting", word: "Paused" } : { kind: "done", word: "On" };
}

/** '10.00 to 100,000.00'; nothing if there are none. */
export const limitsText = (min: string | null, max: string | null): string =>
  min === null || max === null ? "" : `${signedText(min)} to ${signedText(max)}`;

export const currencyLimits = (currency: CurrencyRecord): readonly (readonly [string, string])[] => [
  ["Exchange", limitsText(currency.exchange_min, currency.exchange_max)],
  ["Deposit", limitsText(currency.deposit_min, currency.deposit_max)],
  ["Card", limitsText(currency.card_min, currency.card_max)],
];
