import type { ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import styles from "../ui/data-table.module.css";
import { alignmentOf, itemsOf, TableLine, type Column, type LinePlace } from "./table-rows.tsx";

/** If a row has no value: a dash in its column, no line on a card. */
export const NONE = <span data-none>–</span>;

export interface ColumnHead {
  readonly head: ReactNode;
  readonly sorted: "ascending" | "descending" | undefined;
}

interface DataTableProps<Row, Shown extends Column<Row>> {
  /** Says what the table holds, to assistive technology. */
  readonly caption: string;
  readonly columns: readonly Shown[];
  /** Content in the head of a column, if that is not only its title, and whether rows are sorted by it. */
  readonly headOf?: (column: Shown) => ColumnHead;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The heading under which a row is; rows of one heading follow each other. */
  readonly groupOf?: ((row: Row) => string) | undefined;
  /** Facts in a heading about the rows under it: their number, their sum. */
  readonly groupSays?: ((rows: readonly Row[]) => string) | undefined;
  /** Newer rows are on their way: the old ones stay, dimmed. */
  readonly stale?: boolean;
  /** Another look: names of classes for `wrap`, `table`, `figures`, `secondary`, `stale`, `group` and `says`. */
  readonly classes?: Readonly<Record<string, string | undefined>>;
  /** Opens a row, by Enter or a click: rows can have the focus. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Which rows can be opened; all of them if it is left out. */
  readonly opens?: ((row: Row) => boolean) | undefined;
  /** The row that is open. */
  readonly openKey?: string | undefined;
  /** Above the rows, inside their frame. */
  readonly above?: ReactNode;
  /** Draws the body where not every line of it is drawn; all are where it is left out. */
  readonly body?: ((lines: BodyLines) => ReactNode) | undefined;
}

/** The lines of a table's body, headings included, for what chooses which of them are drawn. */
export interface BodyLines {
  readonly count: number;
  readonly keyOf: (index: number) => string;
  readonly line: (index: number, place: LinePlace) => ReactNode;
}

/** Rows of 48 px between hairlines; if there is no room for them each row becomes a card. */
export function DataTable<Row, Shown extends Column<Row> = Column<Row>>(props: DataTableProps<Row, Shown>) {
  const { caption, columns, rows, rowKey, groupOf, stale = false, classes = styles, body } = props;
  const { onOpen, opens, openKey } = props;
  const headOf = props.headOf ?? (({ title }): ColumnHead => ({ head: title, sorted: undefined }));
  const items = itemsOf(rows, rowKey, groupOf, props.groupSays);
  const hasTotals = columns.some(({ total }) => total !== undefined);
  // A screen reader knows lines that are not drawn only by their number.
  const rowCount = body && items.length + (hasTotals ? 2 : 1);
  const keyOf = (index: number): string => items[index]?.key ?? "";
  const line = (index: number, place: LinePlace): ReactNode => {
    const item = items[index];
    if (item === undefined) return null;
    const look = { columns, classes, onOpen, opens, openKey };
    return <TableLine key={item.key} {...look} item={item} place={place} />;
  };
  return (
    <div className={classes["wrap"]}>
      {props.above}
      <table
        className={classNames(classes["table"], stale && classes["stale"])}
        aria-busy={stale || undefined}
        aria-rowcount={rowCount}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr aria-rowindex={body && 1}>
            {columns.map((column) => {
              const { head, sorted } = headOf(column);
              return (
                <th key={column.key} scope="col" aria-sort={sorted} className={alignmentOf(column, classes)}>
                  {head}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {body === undefined
            ? items.map((_item, index) => line(index, {}))
            : body({ count: items.length, keyOf, line })}
        </tbody>
        {hasTotals && (
          <tfoot>
            <tr aria-rowindex={rowCount}>
              {columns.map((column) => (
                <td key={column.key} data-title={column.title} className={alignmentOf(column, classes)}>
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
