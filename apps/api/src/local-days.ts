/** Days as people at a place count them. */

const HOURS = 60 * 60 * 1000;
/** No place is further away from UTC. */
const FARTHEST = 16 * HOURS;

const writers = new Map<string, Intl.DateTimeFormat>();

function writerOf(timeZone: string): Intl.DateTimeFormat {
  const known = writers.get(timeZone);
  if (known !== undefined) return known;
  const writer = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  writers.set(timeZone, writer);
  return writer;
}

/**
 * The local day of a moment, `2026-11-22`.
 * @param epochMilliseconds milliseconds since 1970
 * @param timeZone such as `Australia/Sydney`
 */
export const localDay = (epochMilliseconds: bigint | number, timeZone: string): string =>
  writerOf(timeZone).format(Number(epochMilliseconds));

/**
 * When a local day begins, milliseconds since 1970: not always at midnight, which a change to summer time can leave out.
 * @param day `2026-11-22`
 */
export function startOfDay(day: string, timeZone: string): bigint {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let [before, after] = [midnight - FARTHEST, midnight + FARTHEST];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDay(middle, timeZone) < day) before = middle;
    else after = middle;
  }
  return BigInt(after);
}

/** The day after a day; both `2026-11-22`. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * HOURS).toISOString().slice(0, 10);
