import { displayDecimal } from "@wattle/exchange-core/display";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../controls/button.tsx";
import { callFailure, failureText } from "../../failed-call.ts";
import { showAlert } from "../../ui/alert-store.ts";
import { csvHead, csvRows, saveCsv, type FileColumn } from "./csv-file.ts";
import styles from "./parts.module.css";

/** The rows after a place in a list, from its beginning if none is given, and where it goes on; null at its end. */
export type PieceAfter<Row> = (
  after: string | undefined,
  signal: AbortSignal,
) => Promise<{ readonly data: readonly Row[]; readonly next: string | null }>;

interface SaveAllProps<Row> {
  readonly caption: string;
  readonly columns: readonly FileColumn<Row>[];
  readonly pieceAfter: PieceAfter<Row>;
}

/** Everything that a list's filter finds, as one file, piece by piece: it says how far it is, and can be cancelled. */
export function SaveAll<Row>({ caption, columns, pieceAfter }: SaveAllProps<Row>) {
  /** Rows so far; undefined while nothing is loaded. */
  const [rows, setRows] = useState<number>();
  const loading = useRef<AbortController>(undefined);
  useEffect(() => () => loading.current?.abort(), []);

  const save = async (): Promise<void> => {
    const { signal } = (loading.current = new AbortController());
    setRows(0);
    try {
      const text = [csvHead(columns)];
      let count = 0;
      for (let after: string | null | undefined; after !== null;) {
        const piece = await pieceAfter(after, signal);
        text.push(csvRows(columns, piece.data));
        count += piece.data.length;
        setRows(count);
        after = piece.next;
      }
      if (!signal.aborted) saveCsv(`${caption}, all`, text.join(""));
    } catch (error) {
      if (!signal.aborted) showAlert({ type: "error", text: failureText(callFailure(error)) });
    } finally {
      setRows(undefined);
    }
  };

  if (rows === undefined)
    return (
      <Button kind="plain" className={styles["tool"]} onClick={() => void save()}>
        Download all as CSV
      </Button>
    );
  return (
    <>
      <output className={styles["muted"]}>{displayDecimal(String(rows), 0)} rows loaded</output>
      <Button kind="plain" className={styles["tool"]} onClick={() => loading.current?.abort()}>
        Cancel download
      </Button>
    </>
  );
}
