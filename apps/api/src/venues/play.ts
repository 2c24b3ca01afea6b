/**
 * The exchange that a demo makes up. Its orders and balances are apart from the books and survive a crash of the server, as those of a
 * real one do. It gives credit: a balance below zero is owed to it.
 */
import { divideUp } from "@wattle/exchange-core/decimal";
import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import type { Rate } from "@wattle/exchange-core/rate";
import type { Database, WriteTx } from "@wattle/db/database";
import {
  changePlayOrder,
  findPlayOrders,
  insertPlayOrder,
  listPlayBalances,
  lockPlayVenue,
  movePlayBalance,
  openPlayOrders,
  playOrdersSince,
  readPlayMode,
  savePlayMode,
} from "@wattle/db/play-venue";
import type { PlayVenueMode, PlayVenueOrder } from "@wattle/db/tables";
import { amountText } from "../amount-text.ts";
import type { Clock, Ids } from "../clock.ts";
import { RateUnavailableError } from "../prices/rate-service.ts";
import { RateSourceError } from "../prices/rate-source.ts";
import { EXACT_DECIMALS, exactText, exactUnits, fromExact } from "./exact.ts";
import { VenueError, type NewVenueOrder, type Venue, type VenueOrder } from "./venue.ts";

const NAME = "play";
const COIN_DECIMALS = 8;
const FIAT_DECIMALS = 2;
/** The best price is so far from the simulated one, and each next level so much further, in hundredths of a percent. */
const FIRST_LEVEL_BP = 10n;
const LEVEL_BP = 5n;
const LEVELS = 8n;
/** Worth of what a level has, in whole units of the home currency. */
const LEVEL_WORTH = 50_000n;
const FEE_BP = 16n;
const LATE_MILLISECONDS = 5000n;
const WHOLE_BP = 10_000n;

interface PlayParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The simulated price. */
  readonly price: (currency: string, of: string) => Promise<Rate>;
}

export interface PlayVenue extends Venue {
  readonly setMode: (mode: PlayVenueMode) => Promise<void>;
}

/** Price in units of the tenth decimal. */
const exactPrice = ({ digits, scale }: Rate): bigint =>
  (digits * powerOfTen(EXACT_DECIMALS + 8)) / powerOfTen(scale + 8);

const levelPrice = (price: bigint, side: "buy" | "sell", level: bigint): bigint => {
  const away = FIRST_LEVEL_BP + LEVEL_BP * level;
  return (price * (side === "buy" ? WHOLE_BP + away : WHOLE_BP - away)) / WHOLE_BP;
};

interface Filled {
  readonly filled: bigint;
  readonly cost: bigint;
  readonly fee: bigint;
}

/** Walks the book as far as the limit and the amount go. Amounts are smallest units. */
function fillOf(
  price: bigint,
  { side, limit, amount }: { readonly side: "buy" | "sell"; readonly limit: bigint; readonly amount: bigint },
): Filled {
  const depth = (LEVEL_WORTH * powerOfTen(EXACT_DECIMALS + COIN_DECIMALS)) / price;
  let left = amount;
  let worth = 0n;
  for (let level = 0n; level < LEVELS && left > 0n; level += 1n) {
    const at = levelPrice(price, side, level);
    if (side === "buy" ? at > limit : at < limit) break;
    const taken = left < depth ? left : depth;
    worth += taken * at;
    left -= taken;
  }
  const scale = powerOfTen(COIN_DECIMALS + EXACT_DECIMALS - FIAT_DECIMALS);
  const cost = side === "buy" ? divideUp(worth, scale) : worth / scale;
  return { filled: amount - left, cost, fee: divideUp(cost * FEE_BP, WHOLE_BP) };
}

const NOTHING: Filled = { filled: 0n, cost: 0n, fee: 0n };

const orderOf = (row: PlayVenueOrder): VenueOrder => ({
  venueId: row.id,
  clientId: row.client_id,
  side: row.side,
  currency: row.currency,
  state: row.state === "open" ? "open" : "closed",
  filled: amountText(row.filled, row.currency),
  cost: amountText(row.cost, row.in_currency),
  fee: amountText(row.fee, row.in_currency),
});

/** Moves the balances of a fill. */
async function settle(tx: WriteTx, row: PlayVenueOrder): Promise<void> {
  const sign = row.side === "buy" ? 1n : -1n;
  await movePlayBalance(tx, { venue: NAME, currency: row.currency, by: sign * row.filled });
  await movePlayBalance(tx, { venue: NAME, currency: row.in_currency, by: -sign * row.cost - row.fee });
}

const DOWN = new VenueError("unreachable", "The venue gives no answer. We ask again by ourselves.");

/** The venue's book: takes orders, and fills what was late. */
function createBook({ database, clock, ids, price }: PlayParts) {
  const now = (): bigint => BigInt(clock.now());
  /** @throws VenueError `unsent` without a price: nothing is taken, and nothing filled */
  async function priceNow(currency: string, of: string): Promise<bigint> {
    try {
      return exactPrice(await price(currency, of));
    } catch (error) {
      if (error instanceof RateSourceError || error instanceof RateUnavailableError)
        throw new VenueError("unsent", "The venue has no price. We try again by ourselves.");
      throw error;
    }
  }

  /** Fills what was late. @throws VenueError if the venue is down */
  async function begin(): Promise<void> {
    if ((await readPlayMode(database.read, NAME)) === "down") throw DOWN;
    const isDue = ({ due_at }: PlayVenueOrder): boolean => due_at !== null && due_at <= now();
    const due = (await openPlayOrders(database.read, NAME)).filter(isDue);
    if (due.length === 0) return;
    const prices = new Map<string, bigint>();
    for (const { currency, in_currency } of due) prices.set(currency, await priceNow(currency, in_currency));
    await database.write(async (tx) => {
      await lockPlayVenue(tx, NAME);
      for (const row of (await openPlayOrders(tx, NAME)).filter(isDue)) {
        const at = prices.get(row.currency);
        if (at === undefined) continue;
        const filled = fillOf(at, { ...row, limit: exactUnits(row.limit_price) });
        const closed = { ...row, ...filled, state: "closed", due_at: null } as const;
        await changePlayOrder(tx, row.id, closed);
        await settle(tx, closed);
      }
    });
  }

  function filledIn(mode: PlayVenueMode, at: bigint, row: PlayVenueOrder): Filled {
    if (mode === "late_fill") return NOTHING;
    const amount = mode === "partial" ? divideUp(row.amount, 2n) : row.amount;
    return fillOf(at, { side: row.side, amount, limit: exactUnits(row.limit_price) });
  }

  async function take(order: NewVenueOrder): Promise<{ readonly mode: PlayVenueMode; readonly id: string }> {
    const at = await priceNow(order.currency, order.in);
    const id = ids.uuid();
    const mode = await database.write(async (tx) => {
      const behaves = await lockPlayVenue(tx, NAME);
      if (["down", "reject", "rate_limit", "lost_before"].includes(behaves)) return behaves;
      const late = behaves === "late_fill";
      const placed: PlayVenueOrder = {
        id,
        venue: NAME,
        client_id: order.clientId,
        side: order.side,
        currency: order.currency,
        in_currency: order.in,
        amount: fromExact(exactUnits(order.amount), COIN_DECIMALS),
        limit_price: order.limit,
        state: late ? "open" : "closed",
        ...NOTHING,
        due_at: late ? now() + LATE_MILLISECONDS : null,
        placed_at: now(),
      };
      const row = { ...placed, ...filledIn(behaves, at, placed) };
      await insertPlayOrder(tx, row);
      if (row.filled > 0n) await settle(tx, row);
      return behaves;
    });
    return { mode, id };
  }

  return { begin, take, priceNow };
}

export function createPlayVenue(parts: PlayParts): PlayVenue {
  const { database } = parts;
  const { begin, take, priceNow } = createBook(parts);
  return {
    name: NAME,
    setMode: (mode) => database.write((tx) => savePlayMode(tx, NAME, mode)),
    async balances() {
      await begin();
      const rows = await listPlayBalances(database.read, NAME);
      return new Map(rows.map(({ currency, amount }) => [currency, amountText(amount, currency)]));
    },
    async best(currency, of) {
      await begin();
      const at = await priceNow(currency, of);
      return { bid: exactText(levelPrice(at, "sell", 0n)), ask: exactText(levelPrice(at, "buy", 0n)) };
    },
    rules: () =>
      Promise.resolve({ priceDecimals: FIAT_DECIMALS, amountDecimals: COIN_DECIMALS, least: "0.00000001" }),
    async place(order) {
      const { mode, id } = await take(order);
      if (mode === "reject") throw new VenueError("refused", "The venue refused it: not enough funds there.");
      if (mode === "rate_limit")
        throw new VenueError("rate_limited", "The venue limits our calls. We try again by ourselves.");
      if (mode === "down" || mode === "lost_before" || mode === "lost_after") throw DOWN;
      return id;
    },
    async find(clientId) {
      await begin();
      const [found, second] = await findPlayOrders(database.read, NAME, clientId);
      if (second !== undefined) throw new VenueError("garbage", "The venue has two orders under one name.");
      return found && orderOf(found);
    },
    async cancel(venueId) {
      await begin();
      await database.write(async (tx) => {
        await lockPlayVenue(tx, NAME);
        const open = (await openPlayOrders(tx, NAME)).find(({ id }) => id === venueId);
        if (open === undefined) throw new VenueError("refused", "The venue has no such open order.");
        await changePlayOrder(tx, venueId, { state: "cancelled", due_at: null });
      });
    },
    async fillsSince(since) {
      await begin();
      return (await playOrdersSince(database.read, NAME, BigInt(since)))
        .filter(({ filled }) => filled > 0n)
        .map(orderOf);
    },
  };
}
