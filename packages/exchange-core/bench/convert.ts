/*
 * How many conversions one core does in a second, next to the same conversions done with big.js and decimal.js.
 * Run with `node packages/exchange-core/bench/convert.ts`; all contestants run in the same process, taking turns, and
 * must agree on every result before any of them is timed.
 */
import Big from "big.js";
import { Decimal } from "decimal.js";
import {
  convert,
  formatAmount,
  parseAmount,
  parseFeePercent,
  parseRate,
  precisionOf,
  prepareConversion,
  toAmount,
  type Amount,
  type Conversion,
  type Currency,
} from "../src/index.ts";
import { CURRENCIES } from "../src/testing/currencies.ts";

/** One line of the table. `ratio` is this contestant's rate over exchange-core's in the same task. */
export interface BenchRow {
  readonly task: string;
  readonly contestant: "exchange-core" | "big.js" | "decimal.js";
  readonly operationsPerSecond: number;
  readonly ratio: number;
}

interface Contestant {
  readonly name: BenchRow["contestant"];
  /** Converts every amount of the deck once and hands back the last result as a plain decimal. */
  readonly pass: () => string;
  /** All results of the deck as plain decimals, to compare the contestants. */
  readonly results: () => string[];
}

interface Deck {
  readonly from: Currency;
  readonly to: Currency;
  readonly rate: string;
  readonly fee: string;
  readonly credits: readonly string[];
}

const DECK_SIZE = 1024;
const ROUNDS = 7;
const ROUND_MILLISECONDS = 200;

// Amounts have at most 19 digits, rates 18, fee factors 7: with 60 digits every product is exact.
Decimal.set({ precision: 60, rounding: Decimal.ROUND_DOWN, toExpNeg: -40, toExpPos: 60 });
Big.RM = Big.roundDown;
Big.NE = -40;
Big.PE = 60;

/** Amounts of everyday size, the same in every run: a linear congruential sequence stands in for chance. */
function deckOf(deck: Omit<Deck, "credits">, maxUnits: bigint): Deck {
  let state = 20_261_121n;
  const credits = Array.from({ length: DECK_SIZE }, () => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return formatAmount(toAmount(state % maxUnits, deck.from), deck.from);
  });
  return { ...deck, credits };
}

function parsed(deck: Deck): { readonly amounts: readonly Amount[]; readonly conversion: Conversion } {
  const rate = parseRate(deck.rate);
  const fee = parseFeePercent(deck.fee);
  if (rate === undefined || fee === undefined) throw new Error("the deck has a malformed rate or fee");
  const conversion = prepareConversion({ from: deck.from, to: deck.to, rate, fee });
  return { amounts: deck.credits.map((text) => amountOf(text, deck.from)), conversion };
}

function amountOf(text: string, currency: Currency): Amount {
  const amount = parseAmount(text, currency);
  if (!amount.ok) throw new Error(`the deck has a malformed amount ${text}`);
  return amount.amount;
}

/** From amounts and rates that are parsed already; each library multiplies by rate × fee factor, prepared once. */
function arithmeticContestants(deck: Deck): Contestant[] {
  const { amounts, conversion } = parsed(deck);
  const decimals = precisionOf(deck.to);
  const bigs = deck.credits.map((text) => new Big(text));
  const bigFactor = new Big(deck.rate).times(new Big(100).minus(deck.fee)).times("0.01");
  const decimalsIn = deck.credits.map((text) => new Decimal(text));
  const decimalFactor = new Decimal(deck.rate).times(new Decimal(100).minus(deck.fee)).times("0.01");
  return [
    {
      name: "exchange-core",
      pass: () =>
        formatAmount(
          lastOf(amounts, (amount) => convert(amount, conversion)),
          deck.to,
        ),
      results: () => amounts.map((amount) => formatAmount(convert(amount, conversion), deck.to)),
    },
    {
      name: "big.js",
      pass: () => lastOf(bigs, (amount) => amount.times(bigFactor).round(decimals)).toFixed(decimals),
      results: () => bigs.map((amount) => amount.times(bigFactor).round(decimals).toFixed(decimals)),
    },
    {
      name: "decimal.js",
      pass: () =>
        lastOf(decimalsIn, (amount) => amount.times(decimalFactor).toDecimalPlaces(decimals)).toFixed(
          decimals,
        ),
      results: () =>
        decimalsIn.map((amount) => amount.times(decimalFactor).toDecimalPlaces(decimals).toFixed(decimals)),
    },
  ];
}

/** From decimal text to decimal text, as a request does it; the rate is parsed already. */
function textContestants(deck: Deck): Contestant[] {
  const { conversion } = parsed(deck);
  const decimals = precisionOf(deck.to);
  const bigFactor = new Big(deck.rate).times(new Big(100).minus(deck.fee)).times("0.01");
  const decimalFactor = new Decimal(deck.rate).times(new Decimal(100).minus(deck.fee)).times("0.01");
  const byCore = (text: string): string =>
    formatAmount(convert(amountOf(text, deck.from), conversion), deck.to);
  const byBig = (text: string): string => new Big(text).times(bigFactor).round(decimals).toFixed(decimals);
  const byDecimal = (text: string): string =>
    new Decimal(text).times(decimalFactor).toDecimalPlaces(decimals).toFixed(decimals);
  return [
    contestantOfText("exchange-core", deck, byCore),
    contestantOfText("big.js", deck, byBig),
    contestantOfText("decimal.js", deck, byDecimal),
  ];
}

function contestantOfText(
  name: BenchRow["contestant"],
  deck: Deck,
  convertText: (text: string) => string,
): Contestant {
  return {
    name,
    pass: () => lastOf(deck.credits, convertText),
    results: () => deck.credits.map(convertText),
  };
}

function lastOf<T, R>(deck: readonly T[], operation: (item: T) => R): R {
  let last: R | undefined;
  for (const item of deck) last = operation(item);
  if (last === undefined) throw new Error("an empty deck");
  return last;
}

/** Operations a second over one round. */
function measure(contestant: Contestant): number {
  const start = performance.now();
  let passes = 0;
  let elapsed = 0;
  let digits = 0;
  do {
    digits += contestant.pass().length;
    passes += 1;
    elapsed = performance.now() - start;
  } while (elapsed < ROUND_MILLISECONDS);
  if (digits === 0) throw new Error("no result");
  return (passes * DECK_SIZE * 1000) / elapsed;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function race(task: string, contestants: readonly Contestant[]): BenchRow[] {
  const [reference, ...others] = contestants.map(({ results }) => results().join());
  if (others.some((results) => results !== reference)) throw new Error(`${task}: the results differ`);
  // Turns instead of blocks: a slow moment of the machine falls on all of them. The first round warms up.
  const rounds = Array.from({ length: ROUNDS + 1 }, () => contestants.map(measure)).slice(1);
  const speeds = contestants.map((_, index) => median(rounds.map((round) => round[index] ?? 0)));
  return contestants.map(({ name }, index) => ({
    task,
    contestant: name,
    operationsPerSecond: Math.round(speeds[index] ?? 0),
    ratio: (speeds[index] ?? 0) / (speeds[0] ?? 1),
  }));
}

/** Runs the whole bench (about 20 seconds) and hands back its rows; medians of seven rounds. */
export async function run(): Promise<{ readonly rows: readonly BenchRow[] }> {
  const { AUD, BTC } = CURRENCIES;
  const selling = deckOf({ from: BTC, to: AUD, rate: "148231.775", fee: "1.25" }, 100_000_000n);
  const buying = deckOf({ from: AUD, to: BTC, rate: "0.00000674619192275745", fee: "1.25" }, 10_000_000n);
  return {
    rows: [
      ...race("sell: BTC to AUD, parsed", arithmeticContestants(selling)),
      ...race("buy: AUD to BTC, parsed", arithmeticContestants(buying)),
      ...race("sell: text to text", textContestants(selling)),
      ...race("buy: text to text", textContestants(buying)),
    ],
  };
}

function markdown(rows: readonly BenchRow[]): string {
  const lines = rows.map(
    ({ task, contestant, operationsPerSecond, ratio }) =>
      `| ${task} | ${contestant} | ${(operationsPerSecond / 1e6).toFixed(2)} | ${ratio.toFixed(2)} |`,
  );
  return ["| task | with | million a second | ratio |", "|---|---|---:|---:|", ...lines].join("\n");
}

if (import.meta.main) {
  const { rows } = await run();
  process.stdout.write(`${markdown(rows)}\n`);
}
