import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./data-table.module.css";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Figures stand right-aligned, in figures of one width. */
  readonly figures?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** Says what the table holds, to assistive technology. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Newer rows are on their way: the old ones stay, dimmed. */
  readonly stale?: boolean;
}

/** Rows of 48 px between hairlines; where there is no room for them each row becomes a card. */
export function DataTable<Row>({ caption, columns, rows, rowKey, stale = false }: DataTableProps<Row>) {
  return (
    <div className={styles["wrap"]}>
      <table className={classNames(styles["table"], stale && styles["stale"])} aria-busy={stale || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={column.figures === true ? styles["figures"] : undefined}
              >
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-title={column.title}
                  className={column.figures === true ? styles["figures"] : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
