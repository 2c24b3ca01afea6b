import { addDays } from "@wattle/contracts/days";

/** Days that are often asked for together; both `YYYY-MM-DD`, and without an end up to now. */
export interface DayRange {
  readonly text: string;
  readonly from: string;
  readonly to?: string;
}

/** When a tax year begins, month and day, where we name it, by ISO 3166 two-letter code. */
const TAX_YEAR_BEGINS: Readonly<Record<string, string>> = { AU: "07-01", NZ: "04-01" };

/** The tax year that begins in a year. */
const taxYear = (year: number, begins: string): DayRange => ({
  text: `Tax year ${year}–${String(year + 1).slice(-2)}`,
  from: `${year}-${begins}`,
  to: addDays(`${year + 1}-${begins}`, -1),
});

/** This and last year: tax years where we know them, else the calendar's. */
function years(today: string, begins: string | undefined): DayRange[] {
  const year = Number(today.slice(0, 4));
  if (begins === undefined) {
    return [
      { text: "This year", from: `${year}-01-01`, to: `${year}-12-31` },
      { text: "Last year", from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
    ];
  }
  const newest = today.slice(5) < begins ? year - 1 : year;
  return [taxYear(newest, begins), taxYear(newest - 1, begins)];
}

/**
 * This month, the last 30 days, and this and last year: tax years where a country's are known here.
 * @param today `YYYY-MM-DD`
 * @param country whose tax years; ISO 3166 two-letter code, or empty
 */
export function dayRanges(today: string, country: string): DayRange[] {
  return [
    { text: "This month", from: `${today.slice(0, 7)}-01` },
    { text: "Last 30 days", from: addDays(today, -29) },
    ...years(today, TAX_YEAR_BEGINS[country]),
  ];
}
