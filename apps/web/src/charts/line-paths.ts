import { HEIGHT } from "./scale.ts";

/** A place on the drawing from its top left corner, in shares of its width and height: it stays right while these change. */
export interface ChartPlace {
  readonly x: number;
  readonly y: number;
}

/** Places of points at even distances: each in the middle of its column. */
export function placesOf(heights: readonly (number | undefined)[]): (ChartPlace | undefined)[] {
  return heights.map((height, index) =>
    height === undefined ? undefined : { x: (index + 0.5) / heights.length, y: 1 - height / HEIGHT },
  );
}

/** The side of the square that paths are drawn in. */
export const PATH_SIZE = 1000;

const at = (share: number): number => Math.round(share * PATH_SIZE * 10) / 10;

/** Share of its column that a bar takes. */
const BAR = 0.6;

/** Bars from the ground up to each point, as a path of SVG; a missing point has none. */
export function barsPath(places: readonly (ChartPlace | undefined)[]): string {
  const half = BAR / places.length / 2;
  return places
    .filter((place) => place !== undefined)
    .map(({ x, y }) => `M${at(x - half)} ${PATH_SIZE}V${at(y)}H${at(x + half)}V${PATH_SIZE}Z`)
    .join("");
}

/** A line, and the area under it, as paths of SVG; a missing point is passed over. Empty without any point. */
export function linePaths(places: readonly (ChartPlace | undefined)[]): {
  readonly line: string;
  readonly area: string;
} {
  const known = places.filter((place) => place !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return { line: "", area: "" };
  const line = `M${known.map(({ x, y }) => `${at(x)} ${at(y)}`).join("L")}`;
  return { line, area: `${line}V${PATH_SIZE}H${at(first.x)}Z` };
}
