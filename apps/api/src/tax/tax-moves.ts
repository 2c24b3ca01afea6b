import { localDay } from "@wattle/contracts/days";
import type { CoinPayeeCopy } from "@wattle/contracts/coin-payees";
import { currencyOf } from "@wattle/contracts/markets";
import type { CoinsFromOutside } from "@wattle/contracts/tax";
import { listStatedCosts, transactionsOfEntries, type EntryTransaction } from "@wattle/db/tax";
import type { StatedCost } from "@wattle/db/tables";
import { magnitude } from "@wattle/exchange-core/decimal";
import { feeOf, type Movement, type Purpose } from "@wattle/exchange-core/portfolio";
import type { TaxMove } from "@wattle/exchange-core/tax-report";
import type { Services } from "../services.ts";
import { keptCoinPayee } from "../transactions/transaction-detail.ts";

/** How coins came to the customer, or left: exchanged here, bought by card, or moved. */
type Way = "exchanged" | "bought" | Purpose;

/** A move of the report. */
export interface CustomersMove extends TaxMove {
  readonly way: Way;
  /** How the cost of coins that were not bought here is known. */
  readonly basis?: CoinsFromOutside["basis"];
  /** The wallet that coins were sent to. */
  readonly payee?: CoinPayeeCopy | null;
  /** By how much it changed the units that are in the customer's own wallets elsewhere. */
  readonly away?: bigint;
}

type Exchange = Extract<Movement, { kind: "exchange" }>;
type Transfer = Extract<Movement, { kind: "transfer" }>;

/** The id that a move goes by, and the day it happened. */
interface Dated {
  readonly id: string;
  readonly day: string;
}

const isCoin = (code: string): boolean => currencyOf(code)?.kind === "crypto";

/** An exchange as a sale of the coin that was given, or a purchase of the one that was got. */
function exchanged(exchange: Exchange, { id, day }: Dated, home: string): CustomersMove[] {
  const { from, to, worth = 0n } = exchange;
  const fee = feeOf(exchange, home) ?? 0n;
  const [coin, money, kind] = isCoin(from.currency)
    ? [from, to, "sell" as const]
    : [to, from, "buy" as const];
  if (!isCoin(coin.currency)) return [];
  const value = money.currency === home ? money.units : worth;
  const move = { id, kind, on: day, units: coin.units, value };
  return [{ currency: coin.currency, day, fee, way: "exchanged", move }];
}

/** Units of each coin that are in the customer's own wallets elsewhere. */
class Elsewhere {
  readonly #units = new Map<string, bigint>();

  in(currency: string): bigint {
    return this.#units.get(currency) ?? 0n;
  }

  add(currency: string, units: bigint): void {
    this.#units.set(currency, this.in(currency) + units);
  }
}

interface CameIn {
  readonly stated: StatedCost | undefined;
  readonly row: EntryTransaction | undefined;
  readonly elsewhere: Elsewhere;
}

/**
 * Coins that came in: at the cost that the customer states, what a card was charged, or the market value of the day. Without a stated
 * cost, as many as the customer sent to own wallets before are the same coins come back, and no new parcel.
 */
function cameIn(
  { currency, units, worth, purpose }: Transfer,
  { id, day }: Dated,
  { stated, row, elsewhere }: CameIn,
): CustomersMove[] {
  const isBought = row?.credit_currency !== row?.debit_currency;
  const way = purpose === "deposited" && isBought ? "bought" : purpose;
  const value = worth ?? 0n;
  const made = { currency, day, fee: 0n, way } as const;
  const move = { id, kind: "in", on: day, units, value } as const;
  if (way !== "deposited") return [{ ...made, move }];
  if (stated !== undefined) {
    return [{ ...made, basis: "stated", move: { ...move, on: stated.acquired_on, value: stated.cost } }];
  }
  const away = elsewhere.in(currency);
  const back = units < away ? units : away;
  elsewhere.add(currency, -back);
  const valueBack = (value * back) / units;
  const parts: readonly CustomersMove[] = [
    { ...made, basis: "own", away: -back, move: { ...move, kind: "own", units: back, value: valueBack } },
    {
      ...made,
      basis: worth === undefined ? "unknown" : "market",
      move: { ...move, units: units - back, value: value - valueBack },
    },
  ];
  return parts.filter((part) => part.move.units > 0n);
}

/** Whether a transfer undoes an earlier one: a deposit that is taken back, or a withdrawal that comes back. */
const isUndoing = ({ purpose, units }: Transfer): boolean =>
  purpose === "added" ? false : (purpose === "deposited") === units < 0n;

/**
 * Takes units off the moves of the same transaction and coin, from the last one on: what was taken back never came in, and what came back
 * never went out.
 * @returns the units that they did not have
 */
function takeBack(
  moves: CustomersMove[],
  { id, currency, units }: { readonly id: string; readonly currency: string; readonly units: bigint },
  elsewhere: Elsewhere,
): bigint {
  const at = moves.findLastIndex((each) => each.move.id === id && each.currency === currency);
  const found = moves[at];
  if (found === undefined || units === 0n) return units;
  const { move, away = 0n } = found;
  const taken = units < move.units ? units : move.units;
  const left = move.units - taken;
  const awayLeft = (away * left) / move.units;
  elsewhere.add(currency, awayLeft - away);
  if (left === 0n) moves.splice(at, 1);
  else {
    const value = ((move.value ?? 0n) * left) / move.units;
    moves[at] = { ...found, away: awayLeft, move: { ...move, units: left, value } };
  }
  return takeBack(moves, { id, currency, units: units - taken }, elsewhere);
}

/**
 * All that happened to a customer's coins, in the order of the books. Coins that go to someone else's wallet, or that the house takes
 * by an adjustment, are disposed of at the market value of the day; coins that go to the customer's own wallet are still the customer's.
 * @param home code of the currency that everything is counted in
 * @param timezone the place whose days count
 * @param costs of coins from elsewhere: as the customer states them, or their market value when they came
 */
export async function readTaxMoves(
  { database, portfolioBooks, vault }: Pick<Services, "database" | "portfolioBooks" | "vault">,
  userId: string,
  {
    home,
    timezone,
    costs,
  }: { readonly home: string; readonly timezone: string; readonly costs: "stated" | "market" },
): Promise<CustomersMove[]> {
  const [made, transactions, statedCosts] = await Promise.all([
    portfolioBooks.movements(userId, home),
    transactionsOfEntries(database.standby, userId),
    listStatedCosts(database.standby, userId),
  ]);
  const byEntry = new Map(transactions.map((row) => [row.entry, row]));
  const statedOf = new Map(statedCosts.map((row) => [row.transaction_id, row]));
  const elsewhere = new Elsewhere();
  const moves: CustomersMove[] = [];
  for (const { entryId, at, movement } of made) {
    const row = byEntry.get(entryId);
    const dated: Dated = { id: row?.id ?? entryId, day: localDay(at, timezone) };
    if (movement.kind === "exchange") {
      moves.push(...exchanged(movement, dated, home));
      continue;
    }
    const { currency, purpose } = movement;
    if (!isCoin(currency)) continue;
    const size = magnitude(movement.units);
    const units = isUndoing(movement)
      ? takeBack(moves, { id: dated.id, currency, units: size }, elsewhere)
      : size;
    if (units === 0n) continue;
    if (movement.units > 0n) {
      const known = statedOf.get(dated.id);
      const stated = costs === "stated" && known?.currency === home ? known : undefined;
      moves.push(
        ...cameIn({ ...movement, units }, dated, {
          stated,
          row,
          elsewhere: costs === "stated" ? elsewhere : new Elsewhere(),
        }),
      );
    } else {
      const payee = row === undefined ? null : keptCoinPayee(vault, row);
      const kind = purpose === "withdrawn" && payee?.whose !== "other" ? "own" : "sell";
      // The network fee does not arrive there.
      const away = kind === "own" ? (row?.debit ?? units) : 0n;
      elsewhere.add(currency, away);
      const value = (await portfolioBooks.worth({ currency, units }, at, home)) ?? 0n;
      const move = { id: dated.id, kind, on: dated.day, units, value } as const;
      moves.push({ currency, day: dated.day, fee: 0n, way: purpose, payee, away, move });
    }
  }
  return moves;
}
