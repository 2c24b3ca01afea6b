/** Rules about money that comes in. */
import { compareNames, HIT_THRESHOLD } from "@wattle/screening";
import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { Figures } from "./figures.ts";
import type { CustomerHistory, Finding, Move, RuleContext } from "./history.ts";

const HOUR = 3_600_000;

const referencesOf = (moves: readonly Move[]): string[] => moves.map(({ reference }) => reference);
const sumOf = (moves: readonly Move[]): bigint => moves.reduce((sum, { worth }) => sum + worth, 0n);

/** Moves within a time up to, and with, each of some. Those of `moves` are in order of their times. */
function* windowsOf(moves: readonly Move[], milliseconds: number): Generator<readonly Move[]> {
  let first = 0;
  for (const [place, move] of moves.entries()) {
    while ((moves[first]?.at ?? Infinity) <= move.at - milliseconds) first += 1;
    yield moves.slice(first, place + 1);
  }
}

const deposits = ({ moves }: CustomerHistory): Move[] => moves.filter(({ kind }) => kind === "deposit");

/** Deposits just below a limit, one after another; or cash of that limit within a day. */
export function structuring(
  history: CustomerHistory,
  { count, min_percent, max_percent, limit, days, cash_limit }: Figures<"structuring">,
  { dayOf }: RuleContext,
): Finding[] {
  const all = deposits(history);
  // Whole percents, rounded down: 99.99 % is below the limit, and 100 % is not.
  const near = all.filter(({ worth }) => {
    const share = (worth * 100n) / limit;
    return share >= BigInt(min_percent) && share <= BigInt(max_percent);
  });
  const found: Finding[] = [];
  for (const window of windowsOf(near, days * DAY_MILLISECONDS)) {
    const last = window.at(-1);
    if (last !== undefined && window.length >= count)
      found.push({ at: last.at, event: last.id, rows: referencesOf(window) });
  }
  const byDay = Map.groupBy(
    all.filter(({ cash }) => cash === true),
    ({ at, cashOn }) => cashOn ?? dayOf(at),
  );
  for (const [day, moves] of byDay) {
    const last = moves.at(-1);
    if (last !== undefined && sumOf(moves) >= cash_limit)
      found.push({ at: last.at, event: `cash ${day} ${last.id}`, rows: referencesOf(moves) });
  }
  return found;
}

/** More money into a young account than was declared, or than a limit. */
export function newAndLarge(
  history: CustomerHistory,
  { age_days, times, limit }: Figures<"new_and_large">,
): Finding[] {
  const { createdAt, expectedMonthly } = history;
  const declared = expectedMonthly === undefined ? undefined : expectedMonthly * BigInt(times);
  const found: Finding[] = [];
  let sum = 0n;
  const rows: string[] = [];
  for (const { id, at, worth, reference } of deposits(history)) {
    if (at - createdAt >= age_days * DAY_MILLISECONDS) break;
    sum += worth;
    rows.push(reference);
    if (sum > limit || (declared !== undefined && sum > declared))
      found.push({ at, event: id, rows: [...rows] });
  }
  return found;
}

/** An account that moves much after a long rest; or a new device and a new payee shortly after each other. */
export function woken(
  { createdAt, moves, hasEarlier = false, payees = [], devices = [] }: CustomerHistory,
  { days, limit, hours }: Figures<"woken">,
  { dayOf }: RuleContext,
): Finding[] {
  const found: Finding[] = [];
  let last = (hasEarlier ? moves[0]?.at : undefined) ?? createdAt;
  let since: Move[] = [];
  // The same money comes in, is exchanged, and back, and goes out: it counts once.
  let sums = new Map<string, bigint>();
  let most = 0n;
  let toldOn: string | undefined;
  for (const move of moves) {
    const { id, kind, at, isFiat, worth } = move;
    const wakes = at - last >= days * DAY_MILLISECONDS;
    last = at;
    if (wakes || (since[0] !== undefined && at - since[0].at >= hours * HOUR)) {
      since = [];
      sums = new Map();
      most = 0n;
      toldOn = undefined;
    }
    if (!wakes && since[0] === undefined) continue;
    since.push(move);
    const sum = (sums.get(`${kind} ${isFiat}`) ?? 0n) + worth;
    sums.set(`${kind} ${isFiat}`, sum);
    if (sum > most) most = sum;
    if (most <= limit) continue;
    // Further exchanges of a day are no news, and there can be hundreds.
    const day = dayOf(at);
    if (kind === "exchange" && toldOn === day) continue;
    toldOn = day;
    found.push({ at, event: id, rows: referencesOf(since) });
  }
  for (const payee of payees) {
    const device = devices.findLast((seen) => Math.abs(payee - seen) <= hours * HOUR);
    if (device === undefined) continue;
    const at = Math.max(payee, device);
    found.push({ at, event: `payee ${payee} device ${device}`, rows: [] });
  }
  return found;
}

/** Whether two payers can be one: banks write names in many ways. */
const isSameName = (one: string, other: string): boolean => compareNames(one, other) >= HIT_THRESHOLD;

/** A payer who is not the customer; or several names in turn. */
export function thirdParty(
  { payments = [] }: CustomerHistory,
  { names, days }: Figures<"third_party">,
): Finding[] {
  const found: Finding[] = [];
  for (const { at, reference, fits } of payments)
    if (!fits) found.push({ at, event: reference, rows: [reference] });
  for (const [place, { at, reference }] of payments.entries()) {
    const recent = payments
      .slice(0, place + 1)
      .filter((payment) => payment.at > at - days * DAY_MILLISECONDS);
    const different: string[] = [];
    for (const payer of new Set(recent.map((payment) => payment.payer)))
      if (!different.some((other) => isSameName(other, payer))) different.push(payer);
    if (different.length >= names)
      found.push({ at, event: `names ${reference}`, rows: recent.map((payment) => payment.reference) });
  }
  return found;
}
