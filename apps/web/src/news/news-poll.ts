const FIRST_MILLISECONDS = 5_000;
const LONGEST_MILLISECONDS = 60_000;
const GROWTH = 1.3;

/** How long to wait before asking for news again. @param quiet how often in a row there was none */
export function newsPoll(quiet: number): number {
  return Math.min(LONGEST_MILLISECONDS, Math.round(FIRST_MILLISECONDS * GROWTH ** quiet));
}
