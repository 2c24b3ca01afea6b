import { addDays, isDay } from "@wattle/contracts/days";

/** The days of a report, both of them in it. */
export interface Days {
  /** `2026-11-22` */
  readonly from: string;
  readonly to: string;
}

/** The last days up to one, with it. */
export const lastDays = (count: number, to: string): Days => ({
  from: addDays(to, 1 - count),
  to,
});

/** Every day of a period, the first one first. */
export function everyDay({ from, to }: Days): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
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
