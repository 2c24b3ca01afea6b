import { Fragment, type ReactNode } from "react";
import { DeskList, rowsOf, type DeskListProps } from "./desk-list.tsx";
import parts from "./parts.module.css";
import { useAsOpened } from "./use-as-opened.ts";
import { useDeskSearch } from "./use-desk-search.ts";

interface ListAndPanelProps<Row> extends Omit<DeskListProps<Row>, "rowKey" | "onOpen" | "openKey"> {
  /** Name of a row in the address (`row`); its identifier if this is left out. */
  readonly named?: (row: Row) => string;
  /** The row that the address names, if this page of the list may not have it. */
  readonly found?: Row | undefined;
  /** Shows the row that is open. @param isGone it is not there any more: it stays as it was opened until its act is closed */
  readonly panel: (row: Row, isGone: boolean) => ReactNode;
  /** Under the list. */
  readonly children?: ReactNode;
}

/** A list, and the row that is open next to it. */
export function ListAndPanel<Row extends { readonly id: string }>({
  named = ({ id }) => id,
  found,
  panel,
  children,
  ...list
}: ListAndPanelProps<Row>) {
  const { search, change } = useDeskSearch();
  const now = [...(rowsOf(list.query.data) ?? []), ...(found === undefined ? [] : [found])].find(
    (row) => named(row) === search["row"],
  );
  const opened = useAsOpened(search["row"], now);
  const open = now ?? (search["act"] === undefined ? undefined : opened);
  return (
    <div className={open === undefined ? undefined : parts["split"]}>
      <div>
        <DeskList
          {...list}
          rowKey={({ id }) => id}
          onOpen={(row) => change({ row: named(row) })}
          openKey={open?.id}
        />
        {children}
      </div>
      {open !== undefined && <Fragment key={open.id}>{panel(open, now === undefined)}</Fragment>}
    </div>
  );
}
