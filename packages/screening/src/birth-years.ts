/** Years from which a person may be; the same year twice if there is only one. */
type Years = readonly [first: number, last: number];

const YEAR = /(?<!\d)((?:1[89]|20)\d\d)(?:'?(s)(?![a-z])|(?!\d))/gi;
/** Words that say that a year is not sure, also right before it: `c1970`. */
const UNSURE = /(?<![a-z])(?:circa|approx(?:imately)?|about|around|early|mid|late|ca?)(?![a-z])/i;

const DECADE = 9;
const UNSURE_YEARS = 5;

/** The years in a date, in any order and with any words: `1970-05-01`, `between 1957 and 1960`, `mid-1960s`, `circa 1970`. */
function yearsIn(date: string): Years | undefined {
  const text = date.slice(0, 100);
  const around = UNSURE.test(text) ? UNSURE_YEARS : 0;
  const years = Array.from(text.matchAll(YEAR), ([, year, decade]): Years => {
    const first = Number(year);
    return decade === undefined ? [first - around, first + around] : [first, first + DECADE];
  });
  if (years.length === 0) return undefined;
  return [Math.min(...years.map(([first]) => first)), Math.max(...years.map(([, last]) => last))];
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
