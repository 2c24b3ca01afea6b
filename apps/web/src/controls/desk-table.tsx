import { Table } from "@mantine/core";
import { classNames } from "../ui/class-names.ts";
import type { Column } from "./data-table.tsx";

interface DeskTableProps<Row> {
  /** Says what the table holds, to assistive technology. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly stale: boolean;
  readonly openKey: string | undefined;
  /** Rows take the focus where they can be opened. */
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly classes: Readonly<Record<string, string | undefined>>;
}

/** Rows of 36 px whose head stays in sight; each can have the focus, and opens by Enter or a click. */
export function DeskTable<Row>(props: DeskTableProps<Row>) {
  const { caption, columns, rows, rowKey, stale, openKey, onOpen, classes } = props;
  const alignment = ({ figures }: Column<Row>) => (figures === true ? classes["figures"] : undefined);
  return (
    <div className={classes["list"]}>
      <Table
        unstyled
        withRowBorders={false}
        className={classNames(classes["table"], stale && classes["stale"])}
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
            <Table.Tr
              key={rowKey(row)}
              aria-current={rowKey(row) === openKey || undefined}
              {...(onOpen !== undefined && {
                tabIndex: 0,
                onClick: () => onOpen(row),
                onKeyDown: (event) => {
                  if (event.key === "Enter" && event.target === event.currentTarget) onOpen(row);
                },
              })}
            >
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
