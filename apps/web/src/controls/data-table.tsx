import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import styles from "../ui/data-table.module.css";

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  /** Figures are aligned to the right, in figures of one width. */
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
  const alignment = ({ figures }: Column<Row>) => (figures === true ? styles["figures"] : undefined);
  return (
    <div className={styles["wrap"]}>
      <Table
        unstyled
        withRowBorders={false}
        className={classNames(styles["table"], stale && styles["stale"])}
        aria-busy={stale || undefined}
      >
        <Table.Caption className="visually-hidden">{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.key} scope="col" className={alignment(column)}>
                {column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.key} data-title={column.title} className={alignment(column)}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
