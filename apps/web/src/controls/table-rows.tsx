import type { ReactNode, Ref } from "react";
import { classNames } from "../ui/class-names.ts";

/**
 * Place of a column on a card of two lines: at the head, at the end of that line, or in the line below, without or with
 * its title.
 */
export type CardPlace = "head" | "end" | "line" | "titled";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Figures are aligned to the right, in figures of one width. */
  readonly figures?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** The column can be hidden if something else takes the room. The table's look decides what shows then. */
  readonly secondary?: boolean;
  /** Place of it in a row that became a card, if its list has places on cards. */
  readonly card?: CardPlace | undefined;
  /** Sums of all rows: if a column has one, a last row shows them. */
  readonly total?: ReactNode;
}

/** A line of a table's body: a row, or the heading that rows are under. */
export type TableItem<Row> =
  | { readonly key: string; readonly heading?: undefined; readonly row: Row }
  | { readonly key: string; readonly heading: string; readonly says: string | undefined };

/** Position of a line, for a table that draws only some of them. */
export interface LinePlace {
  readonly ref?: Ref<HTMLTableRowElement>;
  /** Among all lines of the body, from 0. */
  readonly "data-index"?: number;
  /** Among all rows of the table, its head included, from 1. */
  readonly "aria-rowindex"?: number;
}

/**
 * The lines of a table's body: a heading comes if it is another than that of the row before.
 * @param groupSays what a heading says of the rows under it
 */
export function itemsOf<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  groupOf: ((row: Row) => string) | undefined,
  groupSays?: (rows: readonly Row[]) => string,
): readonly TableItem<Row>[] {
  let before: string | undefined;
  return rows.flatMap((row) => {
    const item = { key: rowKey(row), row };
    const heading = groupOf?.(row);
    if (heading === undefined || heading === before) return [item];
    before = heading;
    const says = groupSays?.(rows.filter((other) => groupOf?.(other) === heading));
    return [{ key: `heading of ${item.key}`, heading, says }, item];
  });
}

export interface RowProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly classes: Readonly<Record<string, string | undefined>>;
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Which rows can be opened; all of them if it is left out. */
  readonly opens?: ((row: Row) => boolean) | undefined;
  /** The row that is open. */
  readonly openKey?: string | undefined;
}

interface LineProps<Row> extends RowProps<Row> {
  readonly item: TableItem<Row>;
  readonly place: LinePlace;
}

/** How the cells of a column are aligned. */
export const alignmentOf = (
  { figures = false, secondary = false }: Pick<Column<never>, "figures" | "secondary">,
  classes: RowProps<never>["classes"],
): string | undefined =>
  classNames(figures && classes["figures"], secondary && classes["secondary"]) || undefined;

/** A row, or a heading above rows. */
export function TableLine<Row>({
  item,
  columns,
  classes,
  onOpen,
  opens,
  openKey,
  place,
}: LineProps<Row>): ReactNode {
  if (item.heading !== undefined)
    return (
      <tr className={classes["group"]} {...place}>
        <th scope="colgroup" colSpan={columns.length}>
          {item.heading}
          {item.says !== undefined && <span className={classes["says"]}> {item.says}</span>}
        </th>
      </tr>
    );
  const { key, row } = item;
  return (
    <tr
      {...place}
      data-key={key}
      aria-current={(openKey !== undefined && key === openKey) || undefined}
      {...(onOpen !== undefined &&
        (opens?.(row) ?? true) && {
          tabIndex: 0,
          onClick: () => onOpen(row),
          onKeyDown: (event) => {
            if (event.key === "Enter" && event.target === event.currentTarget) onOpen(row);
          },
        })}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          data-title={column.title}
          data-card={column.card}
          className={alignmentOf(column, classes)}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
