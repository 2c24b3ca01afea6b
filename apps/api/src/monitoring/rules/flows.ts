/** Rules about money that passes through. */
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { Figures } from "./figures.ts";
import type { CustomerHistory, Finding, Move, RuleContext } from "./history.ts";

const HOUR = 3_600_000;
/** Shares are parts of a million. */
const WHOLE = 1_000_000n;

/** A deposit as it is now: its parts in several currencies, each with the share of the deposit that is in it. */
class Trace {
  readonly #parts = new Map<string, { readonly amount: bigint; readonly share: bigint }>();

  constructor(deposit: Move) {
    const { currency, amount } = deposit.got ?? deposit;
    this.#parts.set(currency, { amount, share: WHOLE });
  }

  /** @returns parts of a million of the deposit that an amount has in it, rounded up; it is gone then */
  take(currency: string, amount: bigint): bigint {
    const from = this.#parts.get(currency);
    if (from === undefined || from.amount === 0n) return 0n;
    const moved = amount < from.amount ? amount : from.amount;
    const share = (from.share * moved + from.amount - 1n) / from.amount;
    this.#parts.set(currency, { amount: from.amount - moved, share: from.share - share });
    return share;
  }

  exchange({ currency, amount, got }: Move): void {
    const left = this.#parts.get(currency)?.amount ?? 0n;
    if (got === undefined || amount === 0n || left === 0n) return;
    const moved = amount < left ? amount : left;
    const share = this.take(currency, moved);
    const to = this.#parts.get(got.currency) ?? { amount: 0n, share: 0n };
    const gained = (got.amount * moved) / amount;
    this.#parts.set(got.currency, { amount: to.amount + gained, share: to.share + share });
  }
}

/** A deposit of a smaller part than a tenth of what someone owns is not what passes through the account. */
const OWNED_TIMES = 10n;

/** The withdrawal with which most of a deposit is gone, counted with those before it. @param after moves after the deposit */
function passedThrough(
  deposit: Move,
  after: readonly Move[],
  { percent, hours, exchanges }: Figures<"in_and_out">,
): Finding | undefined {
  const trace = new Trace(deposit);
  const rows = [deposit.reference];
  let [made, taken] = [0, 0n];
  for (const move of after) {
    if (move.at > deposit.at + hours * HOUR) return undefined;
    if (move.kind === "exchange") {
      made += 1;
      if (made > exchanges) return undefined;
      trace.exchange(move);
      rows.push(move.reference);
    }
    if (move.kind !== "withdrawal") continue;
    const share = trace.take(move.currency, move.amount);
    if (share === 0n) continue;
    taken += share;
    rows.push(move.reference);
    if (taken * 100n >= WHOLE * BigInt(percent)) return { at: move.at, event: move.id, rows };
  }
  return undefined;
}

/** A deposit that is withdrawn again at once, in one or several pieces, as it came or as what it bought. */
export function inAndOut({ moves, owned = 0n }: CustomerHistory, figures: Figures<"in_and_out">): Finding[] {
  /** By withdrawal: of several deposits that it takes out, the newest. */
  const found = new Map<string, Finding>();
  for (const [place, deposit] of moves.entries()) {
    if (deposit.kind !== "deposit" || (deposit.worth > 0n && owned >= deposit.worth * OWNED_TIMES)) continue;
    const finding = passedThrough(deposit, moves.slice(place + 1), figures);
    if (finding !== undefined) found.set(finding.event, finding);
  }
  return [...found.values()];
}

/** The middle of some sums; of an even number of them the lower one of the middle two. */
const medianOf = (sums: readonly bigint[]): bigint =>
  sums.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[Math.floor((sums.length - 1) / 2)] ?? 0n;

/** Far more exchanged within 24 hours than on a usual day of the customer's own. */
export function velocity(
  history: CustomerHistory,
  { times, days, active_days }: Figures<"velocity">,
  { dayOf }: RuleContext,
): Finding[] {
  const moves = history.moves.filter(({ kind }) => kind === "exchange");
  const byDay = [...Map.groupBy(moves, ({ at }) => dayOf(at))].map(([day, own]) => ({
    day,
    from: own[0]?.at ?? 0,
    to: own.at(-1)?.at ?? 0,
    sum: own.reduce((sum, { worth }) => sum + worth, 0n),
  }));
  const found: Finding[] = [];
  let first = 0;
  let sum = 0n;
  let [since, until] = [0, 0];
  let usual: { readonly median: bigint; readonly count: number } | undefined;
  for (const [place, move] of moves.entries()) {
    sum += move.worth;
    while ((moves[first]?.at ?? Infinity) <= move.at - DAY_MILLISECONDS) {
      sum -= moves[first]?.worth ?? 0n;
      first += 1;
    }
    // Usual days are those before the 24 hours, at most so many days back.
    const begin = moves[first]?.at ?? move.at;
    const [wasSince, wasUntil] = [since, until];
    while ((byDay[since]?.from ?? Infinity) <= move.at - days * DAY_MILLISECONDS) since += 1;
    while ((byDay[until]?.to ?? Infinity) < begin) until += 1;
    if (usual === undefined || since !== wasSince || until !== wasUntil) {
      const sums = byDay.slice(since, until).map((day) => day.sum);
      usual = { median: medianOf(sums), count: sums.length };
    }
    if (usual.count < active_days || sum <= usual.median * BigInt(times)) continue;
    // Once a day: each further exchange of it is no news.
    const event = `day ${dayOf(move.at)}`;
    if (found.at(-1)?.event === event) continue;
    found.push({ at: move.at, event, rows: moves.slice(first, place + 1).map(({ reference }) => reference) });
  }
  return found;
}

const yearsBetween = (from: string, to: string): number =>
  Number.parseInt(to.slice(0, 4), 10) -
  Number.parseInt(from.slice(0, 4), 10) -
  (to.slice(4) < from.slice(4) ? 1 : 0);

/** Part of its worth that an exchange kept, in millionths. */
const keptOf = ({ worth, got }: Move): bigint =>
  got === undefined || worth === 0n || got.worth === 0n ? WHOLE : (got.worth * WHOLE) / worth;

/** Coins that are bought and sold again at a loss that the market does not explain. */
function losses({ moves }: CustomerHistory, { days, loss_percent }: Figures<"round_trip">): Finding[] {
  const found: Finding[] = [];
  /** The newest purchase of each coin so far. */
  const purchases = new Map<string, Move>();
  for (const sale of moves) {
    if (sale.isFiat && sale.got !== undefined) purchases.set(sale.got.currency, sale);
    if (sale.kind !== "exchange" || sale.isFiat || sale.got?.isFiat !== true) continue;
    const purchase = purchases.get(sale.currency);
    if (purchase === undefined || purchase.at < sale.at - days * DAY_MILLISECONDS) continue;
    const kept = (keptOf(purchase) * keptOf(sale)) / WHOLE;
    if ((WHOLE - kept) * 100n > WHOLE * BigInt(loss_percent))
      found.push({ at: sale.at, event: sale.id, rows: [purchase.reference, sale.reference] });
  }
  return found;
}

/** "All of it", but for a network's fee. */
const ALL_PERCENT = 95n;

/** An elderly customer's first coins, all of which go to payees who are new. */
function firstPurchase(
  { birthDate, boughtBefore = false, moves }: CustomerHistory,
  { age, payee_hours }: Figures<"round_trip">,
  { dayOf }: RuleContext,
): Finding[] {
  const purchase = moves.find((move) => move.isFiat && move.got?.isFiat === false);
  const bought = purchase?.got;
  if (bought === undefined || purchase === undefined || boughtBefore || birthDate === undefined) return [];
  if (yearsBetween(birthDate, dayOf(purchase.at)) <= age) return [];
  const out = moves.filter(
    (move) =>
      move.kind === "withdrawal" &&
      move.currency === bought.currency &&
      move.at >= purchase.at &&
      move.payee !== undefined &&
      move.at - move.payee.since < payee_hours * HOUR,
  );
  let sum = 0n;
  const last = out.find(({ amount }) => {
    sum += amount;
    return sum * 100n >= bought.amount * ALL_PERCENT;
  });
  if (last === undefined) return [];
  const rows = [purchase, ...out.slice(0, out.indexOf(last) + 1)].map(({ reference }) => reference);
  return [{ at: last.at, event: last.id, rows, advice: "Call the customer before anything else." }];
}

/** Money into coins and out again at a loss; or an elderly customer's first purchase that goes to a new payee. */
export const roundTrip = (
  history: CustomerHistory,
  figures: Figures<"round_trip">,
  context: RuleContext,
): Finding[] => [...losses(history, figures), ...firstPurchase(history, figures, context)];
