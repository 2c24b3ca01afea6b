import { csvLine } from "@wattle/contracts/csv-cell";
import { useRef, type ReactNode } from "react";
import { Button } from "../../controls/button.tsx";
import { Pagination } from "../../controls/pagination.tsx";
import { Skeleton } from "../../controls/skeleton.tsx";
import { DeskTable } from "../../controls/desk-table.tsx";
import type { Column } from "../../controls/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { useKeys } from "./keys.ts";
import styles from "./parts.module.css";

export interface DeskColumn<Row> extends Column<Row> {
  /** What the CSV file has of it; a column without one is left out of the file. */
  readonly csv?: (row: Row) => string;
}

/** A list's answer, as react-query gives it. */
interface Listed<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
  /** Other rows are coming: the old ones stay, dimmed. */
  readonly stale?: boolean;
}

interface DeskListProps<Row> {
  /** Says what the list holds, and names its file. */
  readonly caption: string;
  readonly columns: readonly DeskColumn<Row>[];
  readonly list: Listed<Row>;
  readonly rowKey: (row: Row) => string;
  readonly empty: { readonly title: string; readonly text?: ReactNode };
  /** Opens a row: Enter, or a click. */
  readonly onOpen?: (row: Row) => void;
  /** The row that is open. */
  readonly openKey?: string | undefined;
  readonly pages?: {
    readonly page: number;
    readonly lastPage: number;
    readonly onPage: (page: number) => void;
  };
}

/** What is shown, as a file; what a spreadsheet would run as a formula is harmless in it. */
function saveCsv<Row>(caption: string, columns: readonly DeskColumn<Row>[], rows: readonly Row[]): void {
  const named = columns.flatMap(({ title, csv }) => (csv === undefined ? [] : [{ title, csv }]));
  const lines = [
    csvLine(named.map(({ title }) => title)),
    ...rows.map((row) => csvLine(named.map(({ csv }) => csv(row)))),
  ];
  saveFile(`${caption.toLowerCase().replaceAll(/\W+/g, "-")}.csv`, lines.join(""), "text/csv;charset=utf-8");
}

/** The list of a desk screen: j and k move, Enter opens; its head stays in sight; what is shown goes into a CSV file. */
export function DeskList<Row>(props: DeskListProps<Row>) {
  const { caption, columns, list, rowKey, empty, onOpen, openKey, pages } = props;
  const { rows, failed, retry, stale = false } = list;
  const frame = useRef<HTMLDivElement>(null);
  const move = (by: number): void => {
    const all = [...(frame.current?.querySelectorAll<HTMLElement>("tr[tabindex]") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[at === -1 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by))]?.focus();
  };
  useKeys(
    onOpen === undefined
      ? []
      : [
          { keys: "j", does: "Next row", run: () => move(1) },
          { keys: "k", does: "Row before", run: () => move(-1) },
        ],
  );
  if (rows === undefined && failed) {
    return (
      <EmptyState
        title="We couldn’t load this list"
        action={
          <Button kind="quiet" onClick={retry}>
            Try again
          </Button>
        }
      />
    );
  }
  if (rows === undefined) return <Skeleton lines={8} />;
  if (rows.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <div ref={frame}>
      <DeskTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        stale={stale}
        openKey={openKey}
        onOpen={onOpen}
        classes={styles}
      />
      <div className={styles["foot"]}>
        <Button kind="quiet" className={styles["small"]} onClick={() => saveCsv(caption, columns, rows)}>
          Download CSV
        </Button>
        {pages !== undefined && <Pagination label={caption} {...pages} />}
      </div>
    </div>
  );
}
