import { Status, type StateWord } from "../../controls/status.tsx";
import { ageText } from "../../staff/staff-words.ts";
import type { DeskColumn } from "./desk-list.tsx";
import { lateness } from "./queue-due.ts";
import { byAge } from "./sorting.ts";

/** Something that waits. */
interface Waits {
  /** Since when, ISO 8601; null if it does not wait. */
  readonly oldest_at: string | null;
  /** When it is to be done; null if it may take any time. */
  readonly due_at: string | null;
}

const LATE_WORDS: Readonly<Record<"late" | "soon", StateWord>> = {
  late: { kind: "failed", word: "late" },
  soon: { kind: "waiting", word: "due soon" },
};

/** How long something has waited, and whether that is too long. @param now the server's time, 0 as long as it is not known */
function Age({ waits, now }: { readonly waits: Waits; readonly now: number }) {
  const text = ageOf(waits, now);
  const how = text === "" ? undefined : lateness(waits, now);
  if (how === undefined) return text;
  const { kind, word } = LATE_WORDS[how];
  return (
    <Status kind={kind}>
      {text}, {word}
    </Status>
  );
}

export const ageOf = ({ oldest_at: since }: Waits, now: number): string =>
  since === null || now === 0 ? "" : ageText(now - Date.parse(since));

/** The age of rows; the file has the moment since when they wait. */
export const ageColumn = <Row,>(key: string, waitsOf: (row: Row) => Waits, now: number): DeskColumn<Row> => ({
  key,
  title: "Age",
  figures: true,
  cell: (row) => <Age waits={waitsOf(row)} now={now} />,
  sort: byAge((row) => waitsOf(row).oldest_at),
  csv: (row) => waitsOf(row).oldest_at ?? "",
});
