import type { Direction, Sort } from "./sorting.ts";
import { useDeskSearch } from "./use-desk-search.ts";

interface Sortable<Row> {
  readonly key: string;
  readonly sort?: Sort<Row>;
}

/**
 * How the address has a list sorted: `sort=amount`, or `-amount` for the largest first. Lists are read a page at a time, so it is the
 * rows that are shown which are sorted.
 * @param groupOf rows of one heading stay together, and headings where they are
 */
export function useSort<Row>(columns: readonly Sortable<Row>[], groupOf?: (row: Row) => string) {
  const { search, change } = useDeskSearch();
  const { sort: wanted = "" } = search;
  const direction: Direction = wanted.startsWith("-") ? -1 : 1;
  const key = wanted.replace(/^-/, "");
  const compare = columns.find((column) => column.key === key)?.sort;
  return {
    /** The column that the rows are sorted by; undefined if they are as the server gives them. */
    sorted: compare === undefined ? undefined : { key, direction },
    sort: (rows: readonly Row[]): readonly Row[] => {
      if (compare === undefined) return rows;
      const groups = groupOf === undefined ? [] : [...new Set(rows.map(groupOf))];
      const placeOf = (row: Row): number => (groupOf === undefined ? 0 : groups.indexOf(groupOf(row)));
      return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || compare(a, b, direction));
    },
    /** As the address has it. */
    sortBy: (by: string): void => change({ sort: by }, { replace: true }),
    /** Sorts by a column: up, then down, then as the server gives the rows. */
    press: (pressed: string): void =>
      change({ sort: pressed !== key ? pressed : direction === 1 ? `-${key}` : "" }, { replace: true }),
  };
}
