import { isDay } from "@wattle/contracts/days";
import type { Rating } from "@wattle/contracts/ratings";
import { RISKY_COUNTRIES } from "./listed-countries.ts";

const OLD_YEARS = 65;
const YOUNG_YEARS = 21;

/** Facts about a customer that the rating follows from. */
export interface RatedFacts {
  /** Countries of residence and of the document. */
  readonly countries: readonly string[];
  /** `1990-02-28`; undefined if it is not known. */
  readonly birthDate: string | undefined;
  /** Today, `2026-11-27`. */
  readonly today: string;
  /** Outcomes of the customer's screening cases; null for an open one. */
  readonly screenings: readonly (string | null)[];
  /** How many cases of monitoring ended in a report. */
  readonly reports: number;
}

interface Finding {
  readonly rating: Rating;
  readonly reason: string;
}

/** Whole years between two days. */
const yearsBetween = (from: string, to: string): number =>
  Number.parseInt(to.slice(0, 4), 10) -
  Number.parseInt(from.slice(0, 4), 10) -
  (to.slice(4) < from.slice(4) ? 1 : 0);

function findingsOf({ countries, birthDate, today, screenings, reports }: RatedFacts): Finding[] {
  const found: Finding[] = [];
  for (const rating of ["high", "medium"] as const)
    for (const code of new Set(countries))
      if (RISKY_COUNTRIES[rating].includes(code))
        found.push({ rating, reason: `Lives in, or has a document of, ${code}.` });
  if (screenings.includes(null))
    found.push({ rating: "high", reason: "A name of a list is still undecided." });
  if (screenings.includes("reported")) found.push({ rating: "high", reason: "Is a name of a list." });
  if (reports > 0) found.push({ rating: "high", reason: "A case was reported." });
  const years = isDay(birthDate) ? yearsBetween(birthDate, today) : undefined;
  if (years !== undefined && years >= OLD_YEARS)
    found.push({ rating: "medium", reason: `Is ${OLD_YEARS} or older.` });
  if (years !== undefined && years < YOUNG_YEARS)
    found.push({ rating: "medium", reason: `Is younger than ${YOUNG_YEARS}.` });
  return found;
}

/** The rating of a customer by the table, with its reasons: the highest of what was found. */
export function rateByTable(facts: RatedFacts): {
  readonly rating: Rating;
  readonly reasons: readonly string[];
} {
  const found = findingsOf(facts);
  const rating =
    (["high", "medium"] as const).find((each) => found.some((one) => one.rating === each)) ?? "low";
  return { rating, reasons: found.length === 0 ? ["Nothing was found."] : found.map(({ reason }) => reason) };
}

/** Years after which a rating is looked at again. */
export const REVIEW_YEARS: Readonly<Record<Rating, number>> = { low: 3, medium: 2, high: 1 };
