/** Points of a chart and what happened at them, without their drawing. */
import { sumDecimals } from "@wattle/exchange-core/decimal";
import type { PortfolioTrades } from "@wattle/contracts/portfolio";
import { amountText } from "../money/price-figures.ts";

/** A value at a time; null if it is missing. */
export interface ChartPoint {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Plain decimal text. */
  readonly value: string | null;
}

/** An own purchase or sale, drawn on the line. */
export interface ChartMark {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: "buy" | "sell";
  /** Code of the coin. */
  readonly coin: string;
  /** How much of the coin, plain decimal text. */
  readonly amount: string;
  /** Money given for it, or got. */
  readonly money: { readonly amount: string; readonly currency: string };
}

/** A customer's own trades of a coin as marks. */
export const tradeMarks = ({ coin, trades }: PortfolioTrades): ChartMark[] =>
  trades.map(({ at, ...trade }) => ({ ...trade, at: Date.parse(at), coin }));

/** The index of the point that is nearest to a time, of those with a value; undefined if there is none. */
function indexAt(points: readonly ChartPoint[], at: number): number | undefined {
  let nearest: number | undefined;
  for (const [index, point] of points.entries()) {
    if (point.value === null) continue;
    const best = nearest === undefined ? undefined : points[nearest];
    if (best === undefined || Math.abs(point.at - at) < Math.abs(best.at - at)) nearest = index;
  }
  return nearest;
}

/** Marks that are nearer to each other than this share of the width would cover each other. */
const CLUSTER_SHARE = 1 / 40;

/** The marks at each point; those that would cover each other are at the first of their points. */
export function marksByIndex(
  points: readonly ChartPoint[],
  marks: readonly ChartMark[],
): Map<number, ChartMark[]> {
  const placed = marks
    .flatMap((mark) => {
      const index = indexAt(points, mark.at);
      return index === undefined ? [] : [{ index, mark }];
    })
    .toSorted((a, b) => a.index - b.index);
  const clusters = new Map<number, ChartMark[]>();
  let begin = Number.NEGATIVE_INFINITY;
  for (const { index, mark } of placed) {
    if (index - begin > points.length * CLUSTER_SHARE) begin = index;
    clusters.set(begin, [...(clusters.get(begin) ?? []), mark]);
  }
  return clusters;
}

const tradeText = ({ kind, coin, amount, money }: ChartMark): string =>
  `You ${kind === "buy" ? "bought" : "sold"} ${amountText(amount, coin)} for ${amountText(money.amount, money.currency)}`;

/** Trades at a point, in words: several purchases or sales for one currency together, as `4 buys, 5,200.00 AUD`. */
export const wordsOf = (marks: readonly ChartMark[] = []): string[] =>
  [
    ...Map.groupBy(marks, ({ kind, money }) => `${kind === "buy" ? "buys" : "sales"} ${money.currency}`),
  ].flatMap(([trades, same]) => {
    if (same.length === 1) return same.map(tradeText);
    const [word = "", currency = ""] = trades.split(" ");
    const total = sumDecimals(same.map(({ money }) => money.amount));
    return [`${same.length} ${word}, ${amountText(total, currency)}`];
  });

/** The next point with a value from one on; undefined if there is none. */
export function knownFrom(points: readonly ChartPoint[], from: number, way: 1 | -1): number | undefined {
  for (let index = from; index >= 0 && index < points.length; index += way) {
    if (points[index]?.value != null) return index;
  }
  return undefined;
}

const PAGE_STEPS = 10;

/** Target of the crosshair for a key; undefined for other keys. */
export function movedBy(
  key: string,
  index: number | undefined,
  points: readonly ChartPoint[],
): number | undefined {
  const last = points.length - 1;
  const here = index ?? last;
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return index === undefined ? knownFrom(points, last, -1) : knownFrom(points, here - 1, -1);
    case "ArrowRight":
    case "ArrowUp":
      return index === undefined ? knownFrom(points, last, -1) : knownFrom(points, here + 1, 1);
    case "PageUp":
      return knownFrom(points, Math.min(last, here + PAGE_STEPS), -1);
    case "PageDown":
      return knownFrom(points, Math.max(0, here - PAGE_STEPS), 1);
    case "Home":
      return knownFrom(points, 0, 1);
    case "End":
      return knownFrom(points, last, -1);
    default:
      return undefined;
  }
}
