import { Fragment, type ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import styles from "../ui/data-table.module.css";

/**
 * Where a card of two lines has a column: at the head, at the end of that line, or in the line below, without or with its title.
 */
export type CardPlace = "head" | "end" | "line" | "titled";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Figures are aligned to the right, in figures of one width. */
  readonly figures?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Where a row that became a card has it, if its list has places on cards. */
  readonly card?: CardPlace | undefined;
  /** What all rows come to: where a column has one, a last row shows them. */
  readonly total?: ReactNode;
}

/** Where a row has no value: a dash in its column, no line on a card. */
export const NONE = <span data-none>–</span>;

export interface ColumnHead {
  readonly head: ReactNode;
  readonly sorted: "ascending" | "descending" | undefined;
}

interface DataTableProps<Row, Shown extends Column<Row>> {
  /** Says what the table holds, to assistive technology. */
  readonly caption: string;
  readonly columns: readonly Shown[];
  /** What is in the head of a column, where that is not its title alone, and whether rows are sorted by it. */
  readonly headOf?: (column: Shown) => ColumnHead;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The heading under which a row is; rows of one heading follow each other. */
  readonly groupOf?: ((row: Row) => string) | undefined;
  /** Newer rows are on their way: the old ones stay, dimmed. */
  readonly stale?: boolean;
  /** Another look: names of classes for `wrap`, `table`, `figures`, `stale` and `group`. */
  readonly classes?: Readonly<Record<string, string | undefined>>;
  /** Opens a row, by Enter or a click: rows can have the focus. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Which rows can be opened; all of them where it is left out. */
  readonly opens?: ((row: Row) => boolean) | undefined;
  /** The row that is open. */
  readonly openKey?: string | undefined;
}

/** Rows of 48 px between hairlines; where there is no room for them each row becomes a card. */
export function DataTable<Row, Shown extends Column<Row> = Column<Row>>(props: DataTableProps<Row, Shown>) {
  const { caption, columns, rows, rowKey, groupOf, stale = false, classes = styles, onOpen, openKey } = props;
  const opens = props.opens ?? (() => true);
  const headOf = props.headOf ?? (({ title }): ColumnHead => ({ head: title, sorted: undefined }));
  const alignment = ({ figures }: Column<Row>) => (figures === true ? classes["figures"] : undefined);
  return (
    <div className={classes["wrap"]}>
      <table
        className={classNames(classes["table"], stale && classes["stale"])}
        aria-busy={stale || undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const { head, sorted } = headOf(column);
              return (
                <th key={column.key} scope="col" aria-sort={sorted} className={alignment(column)}>
                  {head}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const group = groupOf?.(row);
            const before = rows[index - 1];
            return (
              <Fragment key={rowKey(row)}>
                {group !== undefined && (before === undefined || groupOf?.(before) !== group) && (
                  <tr className={classes["group"]}>
                    <th scope="colgroup" colSpan={columns.length}>
                      {group}
                    </th>
                  </tr>
                )}
                <tr
                  aria-current={(openKey !== undefined && rowKey(row) === openKey) || undefined}
                  {...(onOpen !== undefined &&
                    opens(row) && {
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
                      className={alignment(column)}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              </Fragment>
            );
          })}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.key} data-title={column.title} className={alignment(column)}>
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
