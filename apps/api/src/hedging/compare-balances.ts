/** The venue's balances against the books. */
import type { UnbookedFill, VenueName } from "@wattle/contracts/hedging";
import { currencyOf } from "@wattle/contracts/markets";
import {
  changeVenueBalance,
  changeVenueState,
  listOpenVenueOrders,
  listVenueBalances,
  venueBooks,
  venueOrdersByClientIds,
} from "@wattle/db/hedging";
import type { Reader } from "@wattle/db/database";
import type { VenueBalanceRow } from "@wattle/db/tables";
import { amountText } from "../amount-text.ts";
import type { Services } from "../services.ts";
import { exactUnits, fromExact, toExact } from "../venues/exact.ts";
import type { Venue, VenueOrder } from "../venues/venue.ts";
import { decimalsOf } from "./book-order.ts";

export const COMPARE_MILLISECONDS = 5n * 60_000n;
/** Fills that explain a difference are looked for so far back. */
const EXPLAINED_MILLISECONDS = 7 * 24 * 3_600_000;

/** Balance at the venue less the books, smallest units: parts that are too small to be booked are left out. */
export const differenceOf = ({ said, books, remainder, currency }: VenueBalanceRow): bigint => {
  const decimals = decimalsOf(currency);
  return said === null ? 0n : fromExact(exactUnits(said) - toExact(books, decimals) - remainder, decimals);
};

/** Balances, books and differences as of the last comparison, each as text by currency. */
export async function comparedBalances(reader: Reader, venue: VenueName) {
  const rows = (await listVenueBalances(reader, venue)).filter(({ said }) => said !== null);
  const texts = (of: (row: VenueBalanceRow) => bigint): Record<string, string> =>
    Object.fromEntries(rows.map((row) => [row.currency, amountText(of(row), row.currency)]));
  return {
    balances: texts(({ said, currency }) => fromExact(exactUnits(said ?? "0"), decimalsOf(currency))),
    books: texts(({ books }) => books),
    difference: texts(differenceOf),
  };
}

const unbookedOf = ({ venueId, clientId, side, currency, filled, cost, fee }: VenueOrder): UnbookedFill => ({
  venue_id: venueId,
  client_id: clientId,
  side,
  currency,
  amount: filled,
  cost,
  fee,
});

/** Fills at the venue that the books do not have. */
async function unbookedFills({ database, clock }: CompareServices, venue: Venue): Promise<UnbookedFill[]> {
  const fills = await venue.fillsSince(clock.now() - EXPLAINED_MILLISECONDS);
  const names = fills.flatMap(({ clientId }) => (clientId === null ? [] : [clientId]));
  const known = new Map(
    (await venueOrdersByClientIds(database.read, names)).map((order) => [order.client_id, order]),
  );
  return fills
    .filter(({ clientId, filled }) => {
      const order = clientId === null ? undefined : known.get(clientId);
      return order === undefined || exactUnits(order.filled) !== exactUnits(filled);
    })
    .map(unbookedOf);
}

type CompareServices = Pick<Services, "clock" | "config" | "database">;

/** Asks the venue for its balances and keeps them with what the books say. Not while an order may move them. */
export async function compareBalances(services: CompareServices, venue: Venue): Promise<void> {
  const { database, clock, config } = services;
  const moving = (await listOpenVenueOrders(database.read)).some(
    ({ status }) => status === "sent" || status === "partly_filled",
  );
  if (moving) return;
  const said = await venue.balances();
  const books = await venueBooks(database.read);
  const home = config.brand.markets.homeCurrency;
  const codes = new Set([
    home,
    ...said.keys(),
    ...[...books].filter(([, units]) => units !== 0n).map(([code]) => code),
    // The books of one that the venue lists no more may have become zero.
    ...(await listVenueBalances(database.read, venue.name)).map(({ currency }) => currency),
  ]);
  await database.write(async (tx) => {
    for (const currency of codes) {
      if (currencyOf(currency) === undefined) continue;
      await changeVenueBalance(tx, venue.name, currency, {
        said: said.get(currency) ?? "0",
        books: books.get(currency) ?? 0n,
      });
    }
  });
  const differs = (await listVenueBalances(database.read, venue.name)).some(
    (row) => differenceOf(row) !== 0n,
  );
  const unbooked = JSON.stringify(differs ? await unbookedFills(services, venue) : []);
  // Another coin is stated, and never taken for one of ours.
  const others = JSON.stringify(
    Object.fromEntries([...said].filter(([code]) => currencyOf(code) === undefined)),
  );
  await database.write((tx) =>
    changeVenueState(tx, venue.name, { checked_at: BigInt(clock.now()), unbooked, others }),
  );
}
