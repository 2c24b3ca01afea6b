import { decimalText } from "@wattle/exchange-core/decimal";
import { multiplyRates, parseRate, type Rate } from "@wattle/exchange-core/rate";
import type { RateSource, SourcedRate } from "./rate-source.ts";

/*
 * The walk is Lévy's construction of Brownian motion with bounded displacements: nodes on a coarse lattice of time are
 * displaced at random and joined by straight lines, then nodes on a four times finer lattice are displaced from those
 * lines half as much, and so on down to single ticks (in a random walk distances grow with the square root of time). So
 * the price at any instant follows only from the seed and the time: nothing is stored, all processes agree, a restart
 * does not jump, and the past can be computed as well as the present.
 */

/** The price changes once in this many milliseconds. */
const TICK_MS = 3_000;

/** The walk leaves its start price at this instant: no lattice displaces its node there. */
const ORIGIN_MS = Date.UTC(2026, 0, 1);

/** Nodes are 4^0 … 4^10 ticks apart: from 3 seconds to 36 days. */
const LEVELS = 11;
const TOP = LEVELS - 1;

/** A node of level k is displaced by at most 2^k · 2^31; this is the sum over all levels. */
const LARGEST_DISPLACEMENT = (2n ** BigInt(LEVELS) - 1n) * 2n ** 31n;

/** The walk never leaves start ± 30 %. */
const RANGE_PERCENT = 30n;

/** Largest `displacementAt`, in hundredths. */
const FARTHEST_PERCENT = 100n * LARGEST_DISPLACEMENT * 4n ** BigInt(TOP);

/** Start prices in cents of AUD. */
const START_CENTS: ReadonlyMap<string, bigint> = new Map([
  ["BTC", 150_000_00n],
  ["ETH", 5_000_00n],
]);

/** How many units of the currency one AUD is simulated to be worth; as many as one AUD if it is not here. */
const UNITS_PER_AUD: ReadonlyMap<string, bigint> = new Map([["NGN", 1_000n]]);

/** Any other coin starts between 1.00 and 1,000.00 AUD: a pure function of its code. */
const startCentsOf = (symbol: string): bigint =>
  START_CENTS.get(symbol) ??
  1_00n + (BigInt(mixed(absorbed(OFFSET_BASIS, `start/${symbol}`)) >>> 0) % 999_00n);

/** The simulated source can also tell what its price was, or will be. */
export interface SimulatedSource extends RateSource {
  /** `simulatedRateAt` with the source's own seed. */
  rateAt(symbol: string, currency: string, epochMs: number): SourcedRate;
  /** From now on every price of the pair is so many times what it would be. */
  readonly shock: (symbol: string, currency: string, factor: Rate) => void;
}

/**
 * The simulated source: plausible prices without a network, for demonstrations and tests. Two sources with the same
 * seed give the same price at the same time.
 */
export function createSimulatedSource({
  seed,
  now,
}: {
  readonly seed: string;
  readonly now: () => number;
}): SimulatedSource {
  const shocks = new Map<string, Rate>();
  const rateAt = (symbol: string, currency: string, epochMs: number): SourcedRate => {
    const calm = simulatedRateAt(symbol, currency, epochMs, seed);
    const factor = shocks.get(`${symbol}/${currency}`);
    if (factor === undefined) return calm;
    const price = multiplyRates(calm.bid, factor);
    return { ...calm, bid: price, ask: price };
  };
  return {
    name: "simulated",
    knows: () => true,
    rateAt,
    shock: (symbol, currency, factor) => void shocks.set(`${symbol}/${currency}`, factor),
    // Async, so that a refusal is a rejection like that of any other source.
    fetchRate: async (symbol, currency) => rateAt(symbol, currency, now()),
  };
}

/**
 * The simulated price at an instant: a pure function of the seed and the time, in integers throughout. AUD prices have
 * 2 decimals; NGN prices are exactly 1000 times them. The timestamp is that of the price's own tick.
 *
 * Which coins and currencies there are is the caller's knowledge: every code has a price.
 *
 * @param epochMs milliseconds since 1970, past or future
 */
export function simulatedRateAt(
  symbol: string,
  currency: string,
  epochMs: number,
  seed: string,
): SourcedRate {
  const startCents = startCentsOf(symbol);
  const unitsPerAud = UNITS_PER_AUD.get(currency) ?? 1n;
  const tick = Math.floor((epochMs - ORIGIN_MS) / TICK_MS);
  // Rounded toward zero, that is toward the start price: never beyond the range.
  const moveCents =
    (startCents * RANGE_PERCENT * displacementAt(`${seed}/${symbol}`, tick)) / FARTHEST_PERCENT;
  const price = rateOfCents((startCents + moveCents) * unitsPerAud);
  return {
    bid: price,
    ask: price,
    timestamp: Math.floor((ORIGIN_MS + tick * TICK_MS) / 1000),
    source: "simulated",
  };
}

/** The sum of all levels' displacements, times 4^TOP so that the straight lines between nodes need no division. */
function displacementAt(walk: string, tick: number): bigint {
  const seeded = absorbed(OFFSET_BASIS, `${walk}/`);
  let sum = 0n;
  for (let level = 0; level <= TOP; level += 1) {
    const spacing = 4 ** level;
    const left = Math.floor(tick / spacing);
    const beyondLeft = tick - left * spacing;
    // Below 2^31 · 4^TOP = 2^51 in size: exact.
    const line =
      nodeAt(seeded, level, left) * (spacing - beyondLeft) + nodeAt(seeded, level, left + 1) * beyondLeft;
    // Times 2^level · 4^(TOP - level).
    sum += BigInt(line) << BigInt(2 * TOP - level);
  }
  return sum;
}

/**
 * A node's own displacement, −2^31 … 2^31 − 1; zero if a coarser lattice has a node already, and at the origin.
 * @param seeded what `absorbed` makes of the walk's name
 */
function nodeAt(seeded: number, level: number, index: number): number {
  const isPlaced = level === TOP ? index === 0 : index % 4 === 0;
  return isPlaced ? 0 : mixed(absorbed(seeded, `${level}/${index}`));
}

/** First value of FNV-1a. */
const OFFSET_BASIS = 0x811c9dc5;

/** FNV-1a over UTF-16 units, going on from a hash. */
function absorbed(hash: number, text: string): number {
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** MurmurHash3's mixer, as a signed 32-bit integer. */
function mixed(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

function rateOfCents(cents: bigint): Rate {
  const rate = parseRate(decimalText(cents, 2));
  if (rate === undefined) throw new RangeError(`a simulated price of ${cents} cents is no rate`);
  return rate;
}
