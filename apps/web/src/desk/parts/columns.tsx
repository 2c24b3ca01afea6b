import { Status, type StateWord } from "../../controls/status.tsx";
import type { DeskColumn } from "./desk-list.tsx";
import { momentText } from "./moment-text.ts";
import parts from "./parts.module.css";
import { byMoment, byText } from "./sorting.ts";

/** A text that rows are sorted by; the file has it as it is shown. */
export const textColumn = <Row,>(
  key: string,
  title: string,
  textOf: (row: Row) => string,
): DeskColumn<Row> => ({ key, title, cell: textOf, sort: byText(textOf), csv: textOf });

/** An address, which may break anywhere. */
export const addressColumn = <Row,>(
  key: string,
  title: string,
  textOf: (row: Row) => string,
): DeskColumn<Row> => ({
  ...textColumn(key, title, textOf),
  cell: (row) => {
    const text = textOf(row);
    return text !== "" && <span className={parts["roomy"]}>{text}</span>;
  },
});

/** The text by which one knows the row. */
export const nameColumn = <Row,>(
  key: string,
  title: string,
  textOf: (row: Row) => string,
): DeskColumn<Row> => ({
  ...textColumn(key, title, textOf),
  cell: (row) => <strong className={parts["whole"]}>{textOf(row)}</strong>,
});

/** The reference of a row's transaction, never broken. */
export const referenceColumn = <Row extends { readonly reference: string }>(): DeskColumn<Row> => ({
  key: "reference",
  title: "Reference",
  cell: ({ reference }) => <span className={parts["whole"]}>{reference}</span>,
  csv: ({ reference }) => reference,
});

/** A moment, or nothing as long as it has not come; the file has it as the server gives it. */
export const momentColumn = <Row,>(
  key: string,
  title: string,
  momentOf: (row: Row) => string | null,
): DeskColumn<Row> => ({
  key,
  title,
  cell: (row) => {
    const at = momentOf(row);
    return at !== null && <span className={parts["whole"]}>{momentText(at)}</span>;
  },
  sort: byMoment(momentOf),
  csv: (row) => momentOf(row) ?? "",
});

/** Column of a row's state. @param csv the state as the file has it */
export const stateColumn = <Row,>(
  stateOf: (row: Row) => StateWord,
  csv: (row: Row) => string,
): DeskColumn<Row> => ({
  key: "state",
  title: "State",
  cell: (row) => {
    const { kind, word, quiet = kind === "done" } = stateOf(row);
    return (
      <Status kind={kind} quiet={quiet}>
        {word}
      </Status>
    );
  },
  sort: byText((row) => stateOf(row).word),
  csv,
});
