import { yearsApart } from "./birth-years.ts";
import { compareReadNames } from "./compare-names.ts";
import { readName } from "./read-name.ts";

export interface Identity {
  readonly name: string;
  /** With a year of four digits; the rest may have any form. */
  readonly birthDate?: string | undefined;
  /** Codes or names, of the same kind as the list's. */
  readonly countries?: readonly string[] | undefined;
}

export interface ListedIdentity {
  readonly names: readonly string[];
  readonly birthDates?: readonly string[] | undefined;
  readonly countries?: readonly string[] | undefined;
}

/** The details of an identity, apart from its names. */
type Details = Pick<ListedIdentity, "birthDates" | "countries">;

/** A score from 0 to 1, and its parts. */
export interface Comparison {
  readonly score: number;
  /** The likeness of the nearest name, from 0 to 1. */
  readonly name: number;
  /** Added to the score: above 0 if the year of birth agrees, below if it is wrong, 0 if it is open. */
  readonly birthDate: number;
  /** Likewise for countries. */
  readonly country: number;
}

/** The most that a name alone says: many people share one. */
const BY_NAME_ALONE = 0.9;
const SAME_YEAR = 0.07;
/** Two years or more apart; lists are often a year off. */
const OTHER_YEAR = -0.15;
const SAME_COUNTRY = 0.03;
const OTHER_COUNTRY = -0.03;
/** The most that all details add to a name. */
export const MOST_BY_DETAILS = SAME_YEAR + SAME_COUNTRY;

export function compareIdentity(asked: Identity, listed: ListedIdentity): Comparison {
  return compareDetails(asked, listed, nearestName(asked.name, listed.names));
}

function nearestName(asked: string, listed: readonly string[]): number {
  const name = readName(asked);
  return Math.max(0, ...listed.map((other) => compareReadNames(name, readName(other))));
}

/** Adds the other details to the likeness of the names. */
export function compareDetails(asked: Identity, listed: Details, name: number): Comparison {
  const birthDate = birthDatePart(asked.birthDate, listed.birthDates);
  const country = countryPart(asked.countries, listed.countries);
  const sum = Math.min(name, BY_NAME_ALONE) + birthDate + country;
  return { score: name === 0 ? 0 : Math.min(1, Math.max(0, sum)), name, birthDate, country };
}

function birthDatePart(asked: string | undefined, listed: readonly string[] | undefined): number {
  const years = yearsApart(asked, listed);
  if (years === 0) return SAME_YEAR;
  return years === undefined || years === 1 ? 0 : OTHER_YEAR;
}

function countryPart(asked: readonly string[] = [], listed: readonly string[] = []): number {
  const [some, others] = [asked, listed].map((countries) => countries.map(plain).filter(Boolean));
  if (!some?.length || !others?.length) return 0;
  return some.some((country) => others.includes(country)) ? SAME_COUNTRY : OTHER_COUNTRY;
}

const plain = (country: string): string => country.trim().toLowerCase();
