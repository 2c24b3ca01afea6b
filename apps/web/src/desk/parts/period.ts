/** The days of a report, both of them in it. */
export interface Days {
  /** `2026-11-22` */
  readonly from: string;
  readonly to: string;
}

const DAY_MILLISECONDS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day's midnight in UTC, milliseconds since 1970; days are counted with it, and named in UTC. */
export const dayAt = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const textOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && DAY.test(text) && !Number.isNaN(dayAt(text));

/** The last days up to one, with it. */
export const lastDays = (count: number, to: string): Days => ({
  from: textOf(dayAt(to) - (count - 1) * DAY_MILLISECONDS),
  to,
});

/** Every day of a period, the first one first. */
export function everyDay({ from, to }: Days): string[] {
  const days: string[] = [];
  for (let at = dayAt(from); at <= dayAt(to); at += DAY_MILLISECONDS) days.push(textOf(at));
  return days;
}

const WRONG_DAY = "Enter a date like 2026-11-22";

/** Problem of typed days. @param optional either may be left out */
export function dayProblems(
  { from, to }: Days,
  { optional = false }: { readonly optional?: boolean } = {},
): { readonly from: string | undefined; readonly to: string | undefined } {
  const problemOf = (day: string): string | undefined =>
    isDay(day) || (optional && day === "") ? undefined : WRONG_DAY;
  const isBackwards = isDay(from) && isDay(to) && to < from;
  return { from: problemOf(from), to: isBackwards ? "The last day is before the first" : problemOf(to) };
}
