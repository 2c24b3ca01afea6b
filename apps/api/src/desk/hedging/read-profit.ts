import type { HedgingProfit, hedgingProfitInput } from "@wattle/contracts/hedging";
import { currencyOf } from "@wattle/contracts/markets";
import { addDays, daysBetween, localDay, startOfDay } from "@wattle/contracts/days";
import type { AnyReader } from "@wattle/db/database";
import { positionTradesSince, untradedMovesSince, venueFillsSince } from "@wattle/db/hedging-profit";
import { listPositions } from "@wattle/db/position";
import { priceAt, pricesSince } from "@wattle/db/prices";
import { walkExchanges, type ReportedExchange } from "@wattle/db/reports";
import { decimalText } from "@wattle/exchange-core/decimal";
import { parseRate } from "@wattle/exchange-core/rate";
import type { z } from "zod";
import { exactRate, positionOf } from "../../hedging/plan-order.ts";
import { guardedPrice } from "../../prices/rate-service.ts";
import {
  boughtFromCustomer,
  profitOf,
  soldToCustomer,
  tradedAtVenue,
  worthAt,
  type DayTrade,
} from "../../hedging/profit-sums.ts";
import type { Services } from "../../services.ts";
import { exactUnits } from "../../venues/exact.ts";

type ProfitServices = Pick<Services, "clock" | "config" | "database" | "rates">;

const PIECE = 1000;

/** Price of a coin at any time, in units of the tenth decimal. */
type PriceAt = (at: bigint) => bigint;

/** Recorded prices as of each time; before the first one, that one. */
async function pricesOf(services: ProfitServices, coin: string, from: bigint): Promise<PriceAt> {
  const { read } = services.database;
  const home = services.config.brand.markets.homeCurrency;
  const now = await guardedPrice(services, coin, home);
  const first = await priceAt(read, coin, home, from);
  const recorded = [...(first === undefined ? [] : [first]), ...(await pricesSince(read, coin, home, from))];
  const points = recorded.flatMap(({ rate, recorded_at: at }) => {
    const parsed = parseRate(rate);
    return parsed === undefined ? [] : [{ at, price: exactRate(parsed) }];
  });
  if (now !== undefined) points.push({ at: BigInt(services.clock.now()), price: exactRate(now.bid) });
  const before = points[0]?.price ?? 0n;
  return (at) => {
    let [low, high] = [0, points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((points[middle]?.at ?? 0n) <= at) low = middle + 1;
      else high = middle;
    }
    return points[low - 1]?.price ?? before;
  };
}

interface Booked {
  readonly coin: string;
  readonly at: bigint;
}
type BookedTrade = Booked & { readonly trade: DayTrade };

/** An exchange of a coin, in the home currency. One in another currency counts at the market's price, without a spread. */
function exchangeTrade(row: ReportedExchange, home: string, prices: ReadonlyMap<string, PriceAt>) {
  const buys = currencyOf(row.credit_currency)?.kind === "fiat";
  const [coin, money] = buys
    ? [row.debit_currency, row.credit_currency]
    : [row.credit_currency, row.debit_currency];
  const price = prices.get(coin)?.(row.created_at);
  if (price === undefined) return undefined;
  const isHome = money === home;
  const fee = row.fee_amount ?? 0n;
  const worth = worthAt(buys ? row.debit : row.credit - fee, price);
  if (!buys) return { coin, trade: boughtFromCustomer(row.credit, isHome ? row.debit : worth, fee, price) };
  if (isHome) return { coin, trade: soldToCustomer(row.debit, row.credit, fee, price) };
  const net = row.credit - fee;
  const worthOfFee = net === 0n ? 0n : (worth * fee) / net;
  return { coin, trade: soldToCustomer(row.debit, worth + worthOfFee, worthOfFee, price) };
}

async function exchangesSince(
  reader: AnyReader,
  from: bigint,
  now: bigint,
  home: string,
  prices: ReadonlyMap<string, PriceAt>,
): Promise<BookedTrade[]> {
  const found: BookedTrade[] = [];
  let after: { createdAt: bigint; id: string } | undefined;
  for (;;) {
    const rows = await walkExchanges(reader, { from, before: now + 1n }, after, PIECE);
    for (const row of rows) {
      const traded = exchangeTrade(row, home, prices);
      if (traded !== undefined) found.push({ ...traded, at: row.created_at });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PIECE) return found;
    after = { createdAt: last.created_at, id: last.id };
  }
}

async function venueTradesSince(
  reader: AnyReader,
  from: bigint,
  prices: ReadonlyMap<string, PriceAt>,
): Promise<BookedTrade[]> {
  const fills = (await venueFillsSince(reader, from)).map((fill) => ({
    coin: fill.currency,
    at: fill.created_at,
    trade: tradedAtVenue(
      fill.side,
      { coins: fill.amount, cost: fill.cost, fee: fill.fee },
      exactUnits(fill.guard_price),
    ),
  }));
  const byHand = (await positionTradesSince(reader, from)).map((row) => ({
    coin: row.currency,
    at: row.created_at,
    trade: tradedAtVenue(
      row.side,
      { coins: row.amount, cost: row.total, fee: 0n },
      prices.get(row.currency)?.(row.created_at) ?? 0n,
    ),
  }));
  return [...fills, ...byHand];
}

const MONEY_DECIMALS = 2;
const moneyText = (units: bigint): string => decimalText(units, MONEY_DECIMALS);

/** The house's profit with each coin on each day, and together. Days are those of the installation's time zone. */
export async function readProfit(
  services: ProfitServices,
  { from, to }: z.output<typeof hedgingProfitInput>,
): Promise<HedgingProfit> {
  const { config, clock, database } = services;
  const zone = config.TIME_ZONE;
  const home = config.brand.markets.homeCurrency;
  const now = BigInt(clock.now());
  const start = startOfDay(from, zone);
  const positions = await listPositions(database.read);
  const prices = new Map<string, PriceAt>();
  for (const { currency } of positions) prices.set(currency, await pricesOf(services, currency, start));
  const trades = [
    ...(await exchangesSince(database.standby, start, now, home, prices)),
    ...(await venueTradesSince(database.standby, start, prices)),
  ];
  const moves = await untradedMovesSince(database.standby, start);
  const today = localDay(now, zone);
  const last = to < today ? to : today;
  const days = from > last ? [] : listDays(from, last);
  const rows = positions.flatMap((position) => {
    const coin = position.currency;
    const price = prices.get(coin) ?? (() => 0n);
    const ofCoin = trades.filter((each) => each.coin === coin);
    const moved = moves.filter(({ currency }) => currency === coin);
    const all = [
      ...ofCoin.map(({ at, trade }) => ({ at, coins: trade.coins })),
      ...moved.map(({ created_at: at, coins }) => ({ at, coins })),
    ];
    const positionAt = (at: bigint): bigint =>
      positionOf(position) - all.reduce((sum, each) => (each.at >= at ? sum + each.coins : sum), 0n);
    return days.map((day) => {
      const [begin, end] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
      const within = (at: bigint): boolean => at >= begin && at < end;
      const sums = profitOf({
        trades: ofCoin.filter(({ at }) => within(at)).map(({ trade }) => trade),
        moved: moved.reduce((sum, each) => (within(each.created_at) ? sum + each.coins : sum), 0n),
        opening: positionAt(begin),
        closing: positionAt(end),
        openingPrice: price(begin),
        // The next day opens at the same price, so that days add up.
        closingPrice: price(end < now ? end : now),
      });
      return { day, currency: coin, sums };
    });
  });
  const busy = rows.filter(({ sums }) => Object.values(sums).some((units) => units !== 0n));
  return {
    home_currency: home,
    days: busy
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .map(({ day, currency, sums }) => ({
        day,
        currency,
        spread: moneyText(sums.spread),
        fees: moneyText(sums.fees),
        slippage: moneyText(sums.slippage),
        venue_fees: moneyText(sums.venue_fees),
        revaluation: moneyText(sums.revaluation),
        total: moneyText(sums.total),
      })),
    total: moneyText(busy.reduce((sum, { sums }) => sum + sums.total, 0n)),
  };
}

/** Days from one to another, both with them. */
function listDays(from: string, to: string): string[] {
  const days = [from];
  for (let left = daysBetween(from, to); left > 0; left--) days.push(addDays(days.at(-1) ?? from, 1));
  return days;
}
