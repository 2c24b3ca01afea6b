import type { ReactNode } from "react";
import { DeskList, rowsOf, type DeskListProps } from "./desk-list.tsx";
import { ShownByItself, useFirst } from "./shown-by-itself.ts";
import parts from "./parts.module.css";
import { useAsOpened } from "./use-as-opened.ts";
import { useDeskSearch } from "./use-desk-search.ts";
import { useSort } from "./use-sort.ts";

interface ListAndPanelProps<Row> extends Omit<
  DeskListProps<Row>,
  "rowKey" | "onOpen" | "openKey" | "byItself"
> {
  /** Name of a row in the address (`row`); its identifier if this is left out. */
  readonly named?: (row: Row) => string;
  /** The row that the address names, if this page of the list may not have it. */
  readonly found?: Row | undefined;
  /** Shows the row that is open. @param isGone it is not there any more: it stays as it was opened until its act is closed */
  readonly panel: (row: Row, isGone: boolean) => ReactNode;
  /**
   * If there is room, the first row is shown until one is opened: the focus and the address stay as they are. An act
   * on it opens it.
   */
  readonly firstShows?: boolean;
  /** Under the list. */
  readonly children?: ReactNode;
}

/** A list, and the row that is open next to it. */
export function ListAndPanel<Row extends { readonly id: string }>({
  named = ({ id }) => id,
  found,
  panel,
  firstShows = false,
  children,
  ...list
}: ListAndPanelProps<Row>) {
  const { search, change } = useDeskSearch();
  const { sort } = useSort(list.columns, list.groupOf);
  const rows = rowsOf(list.query.data) ?? [];
  const { row: wanted, act } = search;
  const now = [...rows, ...(found === undefined ? [] : [found])].find((row) => named(row) === wanted);
  const opened = useAsOpened(wanted, now);
  const chosen = now ?? (act === undefined ? undefined : opened);
  // An address that names a row shows that one or none, until an act has taken it out of the list.
  const isFree = act === undefined && chosen === undefined && (wanted === undefined || opened !== undefined);
  const first = useFirst(sort(rows), firstShows && isFree);
  const open = chosen ?? first;
  return (
    <div className={open === undefined ? undefined : parts["split"]}>
      <div>
        <DeskList
          {...list}
          rowKey={({ id }) => id}
          onOpen={(row) => change({ row: named(row) })}
          openKey={open?.id}
          byItself={first !== undefined}
        />
        {children}
      </div>
      {open !== undefined && (
        <ShownByItself key={open.id} value={first && named(first)}>
          {panel(open, chosen !== undefined && now === undefined)}
        </ShownByItself>
      )}
    </div>
  );
}
