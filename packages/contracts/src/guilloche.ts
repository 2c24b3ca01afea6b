/**
 * The line-work of banknotes, drawn from a text. The server draws it into the pages of a brand and the screens
 * draw it again, so both take it from here.
 */

/** 32-bit FNV-1a, so that a text always draws the same figure. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}

/** Seed of a figure: the page's route name, such as `site.home`, and the brand's domain. */
export function guillocheSeed(page: string, domain: string): string {
  return `${page} ${domain}`;
}

const POINTS = 34;
const RADIUS = 300;

/**
 * The one closed path of a figure, in a square of 1000 around 0 0: two waves of whole frequencies laid on a
 * flattened ring next to the middle, so that its turned copies fan out like the folds of cloth. A smooth curve of
 * quadratic pieces in whole numbers, under 640 characters.
 * @param seed of {@link guillocheSeed}
 */
export function guillochePath(seed: string): string {
  const bits = hash(seed);
  const slow = 3 + (bits % 3);
  const fast = slow + 3 + ((bits >>> 3) % 4);
  const slowDepth = 0.16 + ((bits >>> 6) % 12) / 100;
  const fastDepth = 0.05 + ((bits >>> 10) % 6) / 100;
  const phase = ((bits >>> 14) % 628) / 100;
  const point = (index: number): readonly [number, number] => {
    const turn = ((index % POINTS) / POINTS) * 2 * Math.PI;
    const radius =
      RADIUS * (1 + slowDepth * Math.sin(slow * turn + phase) + fastDepth * Math.cos(fast * turn - phase));
    return [1.1 * radius * Math.cos(turn) + 130, 0.62 * radius * Math.sin(turn)];
  };
  const pair = (x: number, y: number): string => `${Math.round(x) || 0} ${Math.round(y) || 0}`;
  const middle = (index: number): string => {
    const [x, y] = point(index);
    const [nextX, nextY] = point(index + 1);
    return pair((x + nextX) / 2, (y + nextY) / 2);
  };
  const pieces = Array.from({ length: POINTS }, (_, index) => `${pair(...point(index))} ${middle(index)}`);
  return `M${middle(POINTS - 1)}Q${pieces.join(" ")}`.replaceAll(" -", "-");
}
