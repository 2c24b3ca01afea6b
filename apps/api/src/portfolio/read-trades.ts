import { currencyOf } from "@wattle/contracts/markets";
import type { PortfolioTrades } from "@wattle/contracts/portfolio";
import type { ChartRange } from "@wattle/contracts/chart-ranges";
import { tradesSince } from "@wattle/db/portfolio";
import { formatAmount, type Amount } from "@wattle/exchange-core/amount";
import type { SignedInUser } from "../access/admission.ts";
import { isoTime } from "../clock.ts";
import { beginOf } from "../prices/chart-times.ts";
import type { Services } from "../services.ts";

/** A chart has room for so many marks. */
const MOST_TRADES = 500;

/** The customer's own purchases and sales of a coin within a range, oldest first: the newest of them, if there are very many. */
export async function readTrades(
  { database, clock }: Pick<Services, "database" | "clock">,
  { id }: Pick<SignedInUser, "id">,
  { coin, range }: { readonly coin: string; readonly range: ChartRange },
): Promise<PortfolioTrades> {
  const currency = currencyOf(coin);
  if (currency === undefined) return { coin, range, trades: [] };
  const since = Math.max(0, beginOf(range, clock.now()));
  const rows = await tradesSince(database.read, id, { coin, since: BigInt(since), limit: MOST_TRADES });
  return {
    coin,
    range,
    trades: rows.toReversed().flatMap(({ at, kind, units, otherUnits, other }) => {
      const given = currencyOf(other);
      if (given === undefined) return [];
      return [
        {
          at: isoTime(at),
          kind,
          amount: formatAmount(units as Amount, currency),
          money: { amount: formatAmount(otherUnits as Amount, given), currency: other },
        },
      ];
    }),
  };
}
