/** Fills of our orders, as the venue says them, in the books. */
import { currencyOf } from "@wattle/contracts/markets";
import type { WriteTx } from "@wattle/db/database";
import {
  changeVenueBalance,
  changeVenueOrder,
  insertVenueFill,
  lockVenueRemainder,
} from "@wattle/db/hedging";
import { houseAccount, type HouseAccountId } from "@wattle/db/ledger/accounts";
import { postEntry, type Posting } from "@wattle/db/ledger/post-entry";
import type { VenueOrderRow } from "@wattle/db/tables";
import { powerOfTen } from "@wattle/exchange-core/power-of-ten";
import type { Services } from "../services.ts";
import { EXACT_DECIMALS, exactUnits, floorDivide, toExact } from "../venues/exact.ts";
import { VenueError, type VenueOrder } from "../venues/venue.ts";

type Said = Pick<VenueOrder, "filled" | "cost" | "fee">;

export const decimalsOf = (code: string): number => (currencyOf(code)?.kind === "fiat" ? 2 : 8);

/**
 * The new part of an order's fills, in exact units.
 * @throws VenueError `garbage` for more than was ordered, and for less than was said before: people look at it then
 */
function newOf(order: VenueOrderRow, said: Said): Readonly<Record<keyof Said, bigint>> {
  const [filled, cost] = [exactUnits(said.filled), exactUnits(said.cost)];
  if (filled > toExact(order.amount, decimalsOf(order.currency)))
    throw new VenueError("garbage", "The venue says it filled more than we ordered. Ask the venue.");
  const fresh = { filled: filled - exactUnits(order.filled), cost: cost - exactUnits(order.cost) };
  if (filled < 0n || cost < 0n || fresh.filled < 0n || fresh.cost < 0n)
    throw new VenueError("garbage", "The venue says it filled less than before. Ask the venue.");
  return { ...fresh, fee: exactUnits(said.fee) - exactUnits(order.fee) };
}

const TENTH = 10n;

/**
 * Checks what the venue says by the order: its cost may not be worse than the limit, nor half or twice the guarded price, and its fee
 * is none of the venue's to pay, nor above a tenth of the cost. Venues round to a cent.
 * @throws VenueError `garbage`
 */
export function requireLikely(order: VenueOrderRow, said: Said): void {
  const [filled, cost, fee] = [exactUnits(said.filled), exactUnits(said.cost), exactUnits(said.fee)];
  const cent = toExact(1n, decimalsOf(order.in_currency));
  const worthAt = (price: string): bigint => (filled * exactUnits(price)) / powerOfTen(EXACT_DECIMALS);
  const [limit, guard] = [worthAt(order.limit_price), worthAt(order.guard_price)];
  const isLikely =
    order.side === "buy"
      ? cost <= limit + cent && cost >= (guard < limit ? guard : limit) / 2n - cent
      : cost >= limit - cent && cost <= (guard > limit ? guard : limit) * 2n + cent;
  if (!isLikely)
    throw new VenueError("garbage", "The venue says a cost that doesn’t go with the limit. Ask the venue.");
  if (fee < 0n || fee > cost / TENTH + cent)
    throw new VenueError("garbage", "The venue says a fee that can’t be right. Ask the venue.");
}

/** Whole smallest units of a change at a venue. The rest waits for the next change. @param by exact units */
async function wholeUnits(tx: WriteTx, venue: string, currency: string, by: bigint): Promise<bigint> {
  const unit = powerOfTen(EXACT_DECIMALS - decimalsOf(currency));
  const sum = (await lockVenueRemainder(tx, venue, currency)) + by;
  const whole = floorDivide(sum, unit);
  await changeVenueBalance(tx, venue, currency, { remainder: sum - whole * unit });
  return whole;
}

/** An account of what the house has grows as the source. @param units into the first account; below zero out of it */
const movedInto = (to: HouseAccountId, from: HouseAccountId, currency: string, units: bigint): Posting[] =>
  units === 0n
    ? []
    : [
        units > 0n
          ? { source: to, destination: from, currency, amount: units }
          : { source: from, destination: to, currency, amount: -units },
      ];

/**
 * Books what is new of an order as one entry: the coins, the money, and the fee. The caller holds the order's row.
 * @throws VenueError `garbage` as `newOf` does
 */
export async function bookOrder(
  tx: WriteTx,
  { clock, ids }: Pick<Services, "clock" | "ids">,
  order: VenueOrderRow,
  said: Said,
  { by = "system", approvedBy }: { readonly by?: string; readonly approvedBy?: string | undefined } = {},
): Promise<void> {
  const { venue, currency, in_currency: money, side } = order;
  const fresh = newOf(order, said);
  if (fresh.filled === 0n && fresh.cost === 0n && fresh.fee === 0n) return;
  const sign = side === "buy" ? 1n : -1n;
  const coins = await wholeUnits(tx, venue, currency, sign * fresh.filled);
  const paid = await wholeUnits(tx, venue, money, -sign * fresh.cost);
  const fee = await wholeUnits(tx, venue, money, -fresh.fee);
  const into = (code: string, units: bigint): Posting[] =>
    movedInto(houseAccount("venue", code), houseAccount("trading", code), code, units);
  const postings = [...into(currency, coins), ...into(money, paid), ...into(money, fee)];
  await changeVenueOrder(tx, order.id, { filled: said.filled, cost: said.cost, fee: said.fee });
  if (postings.length === 0) return;
  const id = ids.uuid();
  const at = BigInt(clock.now());
  await postEntry(tx, {
    id,
    kind: "venue_fill",
    description: `${side === "buy" ? "Bought" : "Sold"} at ${venue}, order ${order.client_id}`,
    createdBy: by,
    approvedBy,
    createdAt: at,
    postings,
  });
  await insertVenueFill(tx, {
    id,
    order_id: order.id,
    amount: sign * coins,
    cost: -sign * paid,
    fee: -fee,
    created_at: at,
  });
}
