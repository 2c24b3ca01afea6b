import { momentText } from "../../moment-text.ts";

/** A moment as answers carry it. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Text for terminals: a customer's text must not move the cursor or colour the screen. Moments are in a time zone. */
function cell(value: unknown, timeZone: string): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string" && MOMENT.test(value)) return momentText(Date.parse(value), timeZone);
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "–");
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ");
}

/** Rows under their keys, each column as wide as its widest cell. */
export function tableText(rows: readonly Readonly<Record<string, unknown>>[], timeZone: string): string {
  const [first] = rows;
  if (first === undefined) return "";
  const keys = Object.keys(first);
  const lines = [keys, ...rows.map((row) => keys.map((key) => cell(row[key], timeZone)))];
  const widths = keys.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One thing, a line for each of its keys; lists within it are indented below their key. */
export function recordText(value: Readonly<Record<string, unknown>>, timeZone: string): string {
  const width = Math.max(...Object.keys(value).map((key) => key.length));
  return Object.entries(value)
    .map(([key, part]) => {
      const rows = Array.isArray(part) && part.every((row) => typeof row === "object" && row !== null);
      if (!rows || part.length === 0) return `${key.padEnd(width)}  ${cell(part, timeZone)}`;
      const table = tableText(part as Record<string, unknown>[], timeZone);
      return `${key}\n${table.replaceAll(/^/gm, "  ")}`;
    })
    .join("\n");
}

/** Less is done before anyone has read how far it is. */
const LONG = 2000;

/** How far a long act is, in the terminal's present line; empty for a short one. */
export const progressLine = (done: number, total: number): string =>
  total < LONG ? "" : `\r${done} of ${total}${done < total ? "" : "\n"}`;
