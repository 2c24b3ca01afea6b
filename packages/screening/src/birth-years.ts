/** Years from which a person may be; the same year twice if there is only one. */
type Years = readonly [first: number, last: number];

const YEAR = /(?<!\d)(?:1[89]|20)\d\d(?!\d)/g;

/** The years in a date, in any order and with any words: `1970-05-01`, `1 May 1970`, `between 1957 and 1960`. */
function yearsIn(date: string): Years | undefined {
  const years = Array.from(date.slice(0, 100).matchAll(YEAR), ([year]) => Number(year));
  return years.length === 0 ? undefined : [Math.min(...years), Math.max(...years)];
}

/** The fewest years between a date of birth and one of a list's, or undefined if one has no year. */
export function yearsApart(asked = "", listed: readonly string[] = []): number | undefined {
  const one = yearsIn(asked);
  if (one === undefined) return undefined;
  const gaps = listed
    .map(yearsIn)
    .filter((other) => other !== undefined)
    .map((other) => Math.max(0, other[0] - one[1], one[0] - other[1]));
  return gaps.length === 0 ? undefined : Math.min(...gaps);
}
