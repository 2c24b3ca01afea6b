import type { AboutDraft } from "@wattle/contracts/identity-about";
import { isDay } from "@wattle/contracts/days";
import type { Rating } from "@wattle/contracts/ratings";
import { RISKY_COUNTRIES } from "./listed-countries.ts";

/** Facts about a customer that the rating follows from. */
export interface RatedFacts {
  /** Countries of residence and of the document. */
  readonly countries: readonly string[];
  /** `1990-02-28`; undefined if it is not known. */
  readonly birthDate: string | undefined;
  /** Today, `2026-11-27`. */
  readonly today: string;
  /** Answers of the identity form; undefined for those who were not asked. */
  readonly about: AboutDraft | undefined;
  /** Deposits of the last 30 days in percent of the most that was expected; undefined if nothing was, or without an end. */
  readonly volume: bigint | undefined;
  /** Outcomes of the customer's screening cases; null for an open one. */
  readonly screenings: readonly (string | null)[];
  /** How many cases of monitoring ended in a report. */
  readonly reports: number;
}

/** Facts by factor, as words or as numbers. */
interface Factors {
  readonly country: readonly string[];
  readonly exposure: readonly string[];
  readonly hit: readonly string[];
  readonly purpose: readonly string[];
  readonly age: readonly number[];
  readonly report: readonly number[];
  readonly volume: readonly bigint[];
}

interface Row {
  readonly factor: keyof Factors;
  /** Words that it is about, or the smallest and the largest number. */
  readonly among?: readonly string[];
  readonly least?: number;
  readonly most?: number;
  readonly rating: Rating;
  /** `{}` is the word. */
  readonly reason: string;
}

/** The table of risks. The first row of a factor that fits counts. */
const RISKS: readonly Row[] = [
  {
    factor: "country",
    among: RISKY_COUNTRIES.high,
    rating: "high",
    reason: "Lives in, or has a document of, {}.",
  },
  {
    factor: "country",
    among: RISKY_COUNTRIES.medium,
    rating: "medium",
    reason: "Lives in, or has a document of, {}.",
  },
  { factor: "exposure", among: ["yes"], rating: "high", reason: "Holds, or is close to, a public office." },
  { factor: "hit", among: ["open"], rating: "high", reason: "A name on a list is not decided yet." },
  { factor: "hit", among: ["reported"], rating: "high", reason: "Is on a list." },
  { factor: "report", least: 1, rating: "high", reason: "A case was reported." },
  {
    factor: "volume",
    least: 501,
    rating: "high",
    reason: "Deposited more than 5 times the expected amount in 30 days.",
  },
  {
    factor: "volume",
    least: 201,
    rating: "medium",
    reason: "Deposited more than twice the expected amount in 30 days.",
  },
  { factor: "purpose", among: ["payments"], rating: "medium", reason: "Uses the account for payments." },
  {
    factor: "purpose",
    among: ["other"],
    rating: "medium",
    reason: "Uses the account for something else.",
  },
  { factor: "age", least: 65, rating: "medium", reason: "Is 65 or older." },
  { factor: "age", most: 20, rating: "medium", reason: "Is younger than 21." },
];

/** Factors that no question may follow from: the customer would learn of a hit or a report. */
const SILENT: ReadonlySet<keyof Factors> = new Set(["hit", "report"]);

/** Whole years between two days. */
const yearsBetween = (from: string, to: string): number =>
  Number.parseInt(to.slice(0, 4), 10) -
  Number.parseInt(from.slice(0, 4), 10) -
  (to.slice(4) < from.slice(4) ? 1 : 0);

const factorsOf = (facts: RatedFacts): Factors => ({
  country: [...new Set(facts.countries)],
  exposure: facts.about?.politically_exposed === true ? ["yes"] : [],
  hit: [...new Set(facts.screenings.map((outcome) => outcome ?? "open"))],
  purpose: facts.about?.purpose === undefined ? [] : [facts.about.purpose],
  age: isDay(facts.birthDate) ? [yearsBetween(facts.birthDate, facts.today)] : [],
  report: [facts.reports],
  volume: facts.volume === undefined ? [] : [facts.volume],
});

const fits = ({ among, least = -Infinity, most = Infinity }: Row, value: string | number | bigint): boolean =>
  typeof value === "string" ? among?.includes(value) === true : value >= least && value <= most;

/** The rating of a customer by the table, with its reasons: the highest of what was found. */
export function rateByTable(facts: RatedFacts): {
  readonly rating: Rating;
  readonly reasons: readonly string[];
  /** Whether it is high for a reason that the customer may be asked about. */
  readonly asks: boolean;
} {
  const factors = factorsOf(facts);
  const found = Object.entries<readonly (string | number | bigint)[]>({ ...factors })
    .flatMap(([factor, values]) =>
      values.map((value) => ({ value, row: RISKS.find((row) => row.factor === factor && fits(row, value)) })),
    )
    .flatMap(({ row, value }) => (row === undefined ? [] : [{ row, value }]))
    .toSorted((one, other) => RISKS.indexOf(one.row) - RISKS.indexOf(other.row));
  const rating = (["high", "medium"] as const).find((each) => found.some(({ row }) => row.rating === each));
  return {
    rating: rating ?? "low",
    reasons:
      found.length === 0
        ? ["Nothing was found."]
        : found.map(({ row, value }) => row.reason.replace("{}", String(value))),
    asks: found.some(({ row }) => row.rating === "high" && !SILENT.has(row.factor)),
  };
}

/** Years after which a rating is looked at again. */
export const REVIEW_YEARS: Readonly<Record<Rating, number>> = { low: 3, medium: 2, high: 1 };
