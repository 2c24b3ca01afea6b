/** Pages shown around the current one, and at each end: the specification's defaults. */
const PAGE_RANGE = 3;
const MARGIN_PAGES = 1;

/** A page number to show, or a gap between two. */
export type PageItem = number | "gap-before" | "gap-after";

/** The nearest page that exists; the first one for anything that is not a page number. */
export function safePage(page: number, last: number): number {
  if (!Number.isFinite(page)) return 1;
  return Math.min(Math.max(1, Math.trunc(page)), Math.max(1, last));
}

/**
 * The numbers of a pagination: `MARGIN_PAGES` at each end and `PAGE_RANGE` around the current page. A gap that
 * would hide a single page shows that page instead.
 */
export function pageItems(page: number, last: number): PageItem[] {
  const current = safePage(page, last);
  const pages = Math.max(1, last);
  const width = Math.min(PAGE_RANGE, pages);
  const from = Math.min(Math.max(1, current - Math.floor(PAGE_RANGE / 2)), pages - width + 1);
  const shown = new Set<number>();
  for (let number = 1; number <= Math.min(MARGIN_PAGES, pages); number += 1) shown.add(number);
  for (let number = from; number < from + width; number += 1) shown.add(number);
  for (let number = Math.max(1, pages - MARGIN_PAGES + 1); number <= pages; number += 1) shown.add(number);

  const numbers = [...shown].sort((a, b) => a - b);
  return numbers.flatMap((number, index): PageItem[] => {
    const before = numbers[index - 1] ?? number - 1;
    if (number - before === 2) return [number - 1, number];
    if (number - before > 2) return [number <= current ? "gap-before" : "gap-after", number];
    return [number];
  });
}
