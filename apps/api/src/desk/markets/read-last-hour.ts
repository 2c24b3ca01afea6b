import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { LastHour, LastHourInput } from "@wattle/contracts/rates-status";
import { findCurrency } from "@wattle/db/markets";
import { pricesEvery } from "@wattle/db/prices";
import { isoTime } from "../../clock.ts";
import type { Services } from "../../services.ts";

const MINUTE = 60_000;
const MINUTES = 60;

/**
 * A coin's worth in each of the last 60 full minutes, by recorded prices. In a minute without one no source had a
 * price, or this installation did not run.
 * @throws DomainError `validation_failed` if the installation has no such coin or currency
 */
export async function readLastHour(
  { clock, database }: Pick<Services, "clock" | "database">,
  { symbol, in: currency }: LastHourInput,
): Promise<LastHour> {
  const reader = database.read;
  if ((await findCurrency(reader, symbol))?.kind !== "crypto") {
    throw DomainError.at("symbol", "validation_failed", OWN_MESSAGES.addCurrencyFirst);
  }
  if ((await findCurrency(reader, currency))?.kind !== "fiat") {
    throw DomainError.at("in", "validation_failed", OWN_MESSAGES.addCurrencyFirst);
  }
  const now = clock.now();
  const last = now - (now % MINUTE);
  const begin = last - MINUTES * MINUTE;
  const rates = await pricesEvery(reader, { symbol, currency }, begin, MINUTE);
  const minutes = Array.from({ length: MINUTES }, (_, minute) => begin + (minute + 1) * MINUTE);
  const points = minutes.map((at) => ({ at: isoTime(BigInt(at)), rate: rates.get(at) ?? null }));
  // The minute that has only begun may not be recorded yet.
  return { symbol, in: currency, points: points.at(-1)?.rate == null ? points.slice(0, -1) : points };
}
