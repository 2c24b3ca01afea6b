import { compareDetails, MOST_BY_DETAILS } from "./compare-identity.ts";
import type { Comparison, Identity } from "./compare-identity.ts";
import { HIT_THRESHOLD } from "./compare-names.ts";
import { ListedNames } from "./listed-names.ts";
import { readName } from "./read-name.ts";

export interface Target {
  readonly id: string;
  readonly name: string;
  /** Other names of the same person or organisation. */
  readonly names: readonly string[];
  readonly birthDates?: readonly string[] | undefined;
  readonly countries?: readonly string[] | undefined;
}

export interface Hit extends Comparison {
  readonly id: string;
}

export interface NameIndex {
  /** The hits of an identity, best first. */
  search: (identity: Identity, limit: number) => Hit[];
}

/** The least that names must be alike for details to make a hit of them. */
const LEAST_NAME = HIT_THRESHOLD - MOST_BY_DETAILS;

/** Reads the names of a list once, so that an identity is compared only with those that have words like its own. */
export function buildIndex(targets: readonly Target[]): NameIndex {
  const list = new ListedNames(targets);
  return {
    search(identity, limit) {
      const names = list.alike(readName(identity.name), LEAST_NAME);
      return names
        .entries()
        .flatMap(([number, name]) => {
          const target = targets[number];
          return target ? [{ id: target.id, ...compareDetails(identity, target, name) }] : [];
        })
        .filter(({ score }) => score >= HIT_THRESHOLD)
        .toArray()
        .toSorted(
          (one, other) => other.score - one.score || other.name - one.name || one.id.localeCompare(other.id),
        )
        .slice(0, limit);
    },
  };
}
