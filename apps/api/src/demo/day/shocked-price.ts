import { findUserByEmail } from "@wattle/db/accounts";
import { formatRate, multiplyRates, parseRate, type Rate } from "@wattle/exchange-core/rate";
import { fullMinute } from "../../prices/price-recorder.ts";
import type { Services } from "../../services.ts";
import { PRICED } from "./people.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The market whose price is wrong for a while. */
export const SHOCKED = { symbol: "ETH", currency: "AUD" } as const;
/**
 * How long before the start: it began, Pam sold, the market was paused, the last wrong minute, it went on. No full hour is
 * among the wrong minutes: lines of a month are made of those, and would show a spike for as long.
 * @param start milliseconds since 1970
 */
export function shockBefore(start: number) {
  const hourOf = (ago: number): number => Math.floor((start - ago * MINUTE) / HOUR);
  const earlier = hourOf(41) === hourOf(36) ? 0 : 6;
  const ago = (minutes: number): number => (minutes + earlier) * MINUTE;
  return { begins: ago(40), sold: ago(39), paused: ago(38), ends: ago(36), resumed: ago(33), asked: ago(30) };
}

/** 18 percent too low. @throws RangeError never: the factor is one */
export function shockedRate(rate: Rate): Rate {
  const factor = parseRate("0.82");
  if (factor === undefined) throw new RangeError("0.82 is a rate");
  return multiplyRates(rate, factor);
}

/**
 * The simulated past, with the wrong price in it: what charts show of an installation that was not running then.
 * Every process that starts writes the same, since Pam’s account says when it was.
 */
export async function withShockedPast(
  services: Pick<Services, "database" | "pastPrices">,
): Promise<Services["pastPrices"]> {
  const { database, pastPrices } = services;
  const pam = await findUserByEmail(database.read, PRICED.email);
  if (pam === undefined) return pastPrices;
  const start = startOf(pam);
  const shock = shockBefore(start);
  const [begins, ends] = [fullMinute(start - shock.begins), fullMinute(start - shock.ends)];
  return async function* (pair, recorded, signal) {
    const isShocked = pair.symbol === SHOCKED.symbol && pair.currency === SHOCKED.currency;
    for await (const points of pastPrices(pair, recorded, signal))
      yield points.map((point) => {
        const { rate: text, recordedAt } = point;
        const rate = parseRate(text);
        return isShocked && rate !== undefined && begins <= recordedAt && recordedAt <= ends
          ? { ...point, rate: formatRate(shockedRate(rate)) }
          : point;
      });
  };
}

/** Accounts of the day joined so long before its start. */
const JOINED_AGO = 30 * 24 * 60 * MINUTE;

/** When the day was made, milliseconds since 1970. */
export const startOf = ({ created_at }: { readonly created_at: bigint }): number =>
  Number(created_at) + JOINED_AGO;
