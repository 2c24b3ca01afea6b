import { createHash } from "node:crypto";
import { OWN_MESSAGES, ownMessage, type OwnMessage } from "@wattle/contracts/own-messages";
import type { ListEntry } from "@wattle/contracts/lists";
import { codeOfCountry } from "./country-names.ts";

/** A person or organisation as a list has it. */
export interface ReadEntry extends ListEntry {
  /** SHA-256 (hex) of its content: another one is to be decided again. */
  readonly hash: string;
}

/** A file that was read to its end. */
export interface ReadList {
  /** The day that the file says, `2026-11-27`; null if it says none. */
  readonly dated: string | null;
  readonly entries: readonly ReadEntry[];
}

/** Why a file is no list. */
export class ListRefused extends Error {
  readonly text: OwnMessage;
  constructor(text: OwnMessage) {
    super(text);
    this.name = "ListRefused";
    this.text = text;
  }
}

const LONGEST_NAME = 1000;
/** Others than the first, for one entry. */
const MOST_NAMES = 500;
const LONGEST_REASON = 1000;
const FORMULA = /^\s*(?:=|[+\-@].*\()/;

/** An entry as its reader has gathered it. */
export interface Gathered {
  readonly id: string;
  readonly line: number;
  readonly names: readonly string[];
  readonly birthDates?: readonly string[];
  readonly countries?: readonly string[];
  readonly reason?: string;
}

/** Blanks become one, and what can't be seen goes. */
const clean = (text: string): string =>
  text
    .replaceAll(/\p{C}+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

const unique = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(clean))].filter((text) => text !== "");

/** @throws ListRefused for a name that is missing, too long, or a formula */
export function entryOf({
  id,
  line,
  names,
  birthDates = [],
  countries = [],
  reason = "",
}: Gathered): ReadEntry {
  for (const name of names) {
    if (name.length > LONGEST_NAME) throw new ListRefused(ownMessage.listNameLong(line));
    if (FORMULA.test(name)) throw new ListRefused(ownMessage.listFormula(line));
  }
  const [name, ...others] = unique(names);
  if (name === undefined || !/[\p{L}\p{N}]/u.test(name))
    throw new ListRefused(ownMessage.listNameEmpty(line));
  const entry: ListEntry = {
    id: clean(id).slice(0, 200),
    name,
    names: others.slice(0, MOST_NAMES),
    birth_dates: unique(birthDates),
    countries: unique(countries.map(codeOfCountry)),
    reason: clean(reason).slice(0, LONGEST_REASON),
  };
  return { ...entry, hash: createHash("sha256").update(JSON.stringify(entry)).digest("hex") };
}

/** @throws ListRefused for a file without an entry, or with one twice */
export function listOf(dated: string | null, entries: readonly ReadEntry[]): ReadList {
  if (entries.length === 0) throw new ListRefused(OWN_MESSAGES.listEmpty);
  if (new Set(entries.map(({ id }) => id)).size < entries.length)
    throw new ListRefused(OWN_MESSAGES.listTwice);
  return { dated, entries };
}

/** The latest of some days; null for none. */
export const latestDay = (days: Iterable<string | undefined>): string | null => {
  let latest: string | null = null;
  for (const day of days) if (day !== undefined && (latest === null || day > latest)) latest = day;
  return latest;
};
