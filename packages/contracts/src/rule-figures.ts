/** The range of each figure of a rule, as forms check them, too. */

const PERCENT = [1, 100] as const;
const HOURS = [1, 720] as const;
const DAYS = [1, 365] as const;

/** Whole numbers, the lowest and the highest. */
export const FIGURE_RANGES = {
  count: [2, 100],
  min_percent: PERCENT,
  max_percent: PERCENT,
  days: DAYS,
  percent: PERCENT,
  hours: HOURS,
  exchanges: [0, 100],
  age_days: DAYS,
  times: [1, 1000],
  names: [2, 20],
  customers: [2, 100],
  active_days: DAYS,
  disagree: [2, 5],
  loss_percent: PERCENT,
  age: [18, 120],
  payee_hours: HOURS,
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

/** The problem of a sum of the home currency, two decimals. */
export function sumProblem(text: string): string | undefined {
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(text)) return "Enter an amount like 100.00";
  return /[1-9]/.test(text) ? undefined : "Enter an amount above 0";
}

/** The problem of a figure's text, by the figure's name. */
export function figureProblem(name: string, text: string): string | undefined {
  const range = Object.entries<readonly [number, number]>(FIGURE_RANGES).find(([known]) => known === name);
  if (range === undefined) return sumProblem(text);
  const [, [from, to]] = range;
  const number = /^\d{1,9}$/.test(text) ? BigInt(text) : -1n;
  return number >= from && number <= to ? undefined : `Enter a whole number from ${from} to ${to}`;
}

/** A try of a rule stops after so many alerts. */
export const MOST_TRIED_ALERTS = 1_000;
