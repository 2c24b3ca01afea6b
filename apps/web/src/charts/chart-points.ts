/** Points of a chart and what happened at them, without their drawing. */

/** A value at a time; null if it is missing. */
export interface ChartPoint {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Plain decimal text. */
  readonly value: string | null;
}

/** Something that happened on the way, drawn on the line: an own purchase or sale. */
export interface ChartMark {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: "buy" | "sell";
  readonly label: string;
}

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

/** The marks at each point. */
export function marksByIndex(
  points: readonly ChartPoint[],
  marks: readonly ChartMark[],
): Map<number, ChartMark[]> {
  const byIndex = new Map<number, ChartMark[]>();
  for (const mark of marks) {
    const index = indexAt(points, mark.at);
    if (index !== undefined) byIndex.set(index, [...(byIndex.get(index) ?? []), mark]);
  }
  return byIndex;
}

const MOST_WORDS = 3;

/** Events at a point, in words: the first of them, and how many more there are. */
export function wordsOf(marks: readonly ChartMark[] = []): string[] {
  const words = marks.slice(0, MOST_WORDS).map(({ label }) => label);
  return marks.length > MOST_WORDS ? [...words, `and ${marks.length - MOST_WORDS} more`] : words;
}

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
