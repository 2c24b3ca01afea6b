import { addDays } from "@wattle/contracts/recurring-days";

/** Days that are often asked for together; both `YYYY-MM-DD`, and without an end up to now. */
export interface DayRange {
  readonly text: string;
  readonly from: string;
  readonly to?: string;
}

/** When a tax year begins where it does not begin with the calendar's, by ISO 3166 two-letter code. */
const TAX_YEAR_BEGINS: Readonly<Record<string, string>> = { AU: "07-01", NZ: "04-01" };

/** The tax year that begins in a year. */
function taxYear(year: number, begins: string): DayRange {
  const next = `${year + 1}-${begins}`;
  const name = begins === "01-01" ? `${year}` : `${year}–${String(year + 1).slice(-2)}`;
  return { text: `Tax year ${name}`, from: `${year}-${begins}`, to: addDays(next, -1) };
}

/**
 * This month, the last 30 days, the tax year of today and the one before it.
 * @param today `YYYY-MM-DD`
 * @param country whose tax years; ISO 3166 two-letter code, or empty
 */
export function dayRanges(today: string, country: string): DayRange[] {
  const begins = TAX_YEAR_BEGINS[country] ?? "01-01";
  const year = Number(today.slice(0, 4)) - (today.slice(5) < begins ? 1 : 0);
  return [
    { text: "This month", from: `${today.slice(0, 7)}-01` },
    { text: "Last 30 days", from: addDays(today, -29) },
    taxYear(year, begins),
    taxYear(year - 1, begins),
  ];
}
