import { createContext, use, useState } from "react";
import { useWide } from "../../ui/use-narrow.ts";
import type { DeskSearch } from "./desk-search.ts";
import { useDeskSearch } from "./use-desk-search.ts";

/** The name of a row that is shown though no one has opened it, as the address would have it; undefined for any other. */
export const ShownByItself = createContext<string | undefined>(undefined);

/** Has the address name the row of an act, so that the act stays with it whatever the list does. */
export function useRowOfAct() {
  const row = use(ShownByItself);
  const { change } = useDeskSearch();
  const part: DeskSearch = row === undefined ? {} : { row };
  return {
    byItself: row !== undefined,
    /** Part of the address that an act of the row adds. */
    part,
    /** Opens the row, for an act that the address does not have. */
    open: (): void => {
      if (row !== undefined) change({ row }, { replace: true });
    },
  };
}

/**
 * The first row, if there is room for it next to the list, for as long as the list has it: rows that come before it do
 * not take its place.
 */
export function useFirst<Row extends { readonly id: string }>(
  rows: readonly Row[],
  isWanted: boolean,
): Row | undefined {
  const [id, setId] = useState<string>();
  const wide = useWide();
  const first = isWanted && wide ? (rows.find((row) => row.id === id) ?? rows[0]) : undefined;
  if (first?.id !== id) setId(first?.id);
  return first;
}
