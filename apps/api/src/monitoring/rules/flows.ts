/** Rules about money that passes through. */
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { Figures } from "./figures.ts";
import type { CustomerHistory, Finding, Move, RuleContext } from "./history.ts";

const HOUR = 3_600_000;
/** Shares are parts of a million. */
const WHOLE = 1_000_000n;

/**
 * How much of a deposit a withdrawal takes out, if exchanges in between turned it into something else.
 * @param between exchanges after the deposit and before the withdrawal
 * @returns parts of a million of the deposit
 */
function shareTaken(deposit: Move, between: readonly Move[], withdrawal: Move): bigint {
  // Amount of each currency that came of the deposit, and which part of the deposit is in it.
  const { currency: came, amount: arrived } = deposit.got ?? deposit;
  const traced = new Map([[came, { amount: arrived, share: WHOLE }]]);
  for (const { currency, amount, got } of between) {
    const from = traced.get(currency);
    if (from === undefined || from.amount === 0n || got === undefined || amount === 0n) continue;
    const moved = amount < from.amount ? amount : from.amount;
    const share = (from.share * moved) / from.amount;
    traced.set(currency, { amount: from.amount - moved, share: from.share - share });
    const to = traced.get(got.currency) ?? { amount: 0n, share: 0n };
    const gained = (got.amount * moved) / amount;
    traced.set(got.currency, { amount: to.amount + gained, share: to.share + share });
  }
  const left = traced.get(withdrawal.currency);
  if (left === undefined || left.amount === 0n) return 0n;
  const taken = withdrawal.amount < left.amount ? withdrawal.amount : left.amount;
  return (left.share * taken) / left.amount;
}

/** A deposit of a smaller part than a tenth of what someone owns is not what passes through the account. */
const OWNED_TIMES = 10n;

/** A deposit that is withdrawn again at once, as it came or as what it bought. */
export function inAndOut(
  { moves, owned = 0n }: CustomerHistory,
  { percent, hours, exchanges }: Figures<"in_and_out">,
): Finding[] {
  const found: Finding[] = [];
  for (const [place, withdrawal] of moves.entries()) {
    if (withdrawal.kind !== "withdrawal") continue;
    const between: Move[] = [];
    for (let before = place - 1; before >= 0; before -= 1) {
      const move = moves[before];
      if (move === undefined || move.at < withdrawal.at - hours * HOUR) break;
      if (move.kind === "exchange") between.unshift(move);
      if (between.length > exchanges) break;
      if (move.kind !== "deposit" || (move.worth > 0n && owned >= move.worth * OWNED_TIMES)) continue;
      if (shareTaken(move, between, withdrawal) * 100n < WHOLE * BigInt(percent)) continue;
      const rows = [move, ...between, withdrawal].map(({ reference }) => reference);
      found.push({ at: withdrawal.at, event: withdrawal.id, rows });
      break;
    }
  }
  return found;
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
