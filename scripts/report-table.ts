/** One measured figure. */
export interface Row {
  readonly what: string;
  /** `kB`, `s`, `ms`, or nothing for scores and shifts. */
  readonly unit: string;
  readonly value: number;
  /** The least and the most of several runs, where the value is the middle of them. */
  readonly least?: number;
  readonly most?: number;
  /** A bound and an aim: at most, or at least if `atLeast` is set. */
  readonly must?: number;
  readonly aim?: number;
  readonly atLeast?: boolean;
}

const DECIMALS: Readonly<Record<string, number>> = { kB: 1, s: 2, ms: 0 };
const SHIFT_DECIMALS = 3;

const figure = (value: number, unit: string): string => {
  const decimals = DECIMALS[unit] ?? (Number.isInteger(value) ? 0 : SHIFT_DECIMALS);
  return value.toLocaleString("en-AU", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
};

/** `0.98 s (0.95–1.12)`; without brackets where all runs came to the same figure. */
const figureText = ({ value, least = value, most = value, unit }: Row): string => {
  if (Number.isNaN(value)) return "not measured";
  const [text, low, high] = [figure(value, unit), figure(least, unit), figure(most, unit)];
  const measured = unit === "" ? text : `${text} ${unit}`;
  return low === high ? measured : `${measured} (${low}–${high})`;
};
const bound = (value: number | undefined, unit: string): string =>
  value === undefined ? "" : unit === "" ? String(value) : `${value} ${unit}`;

const holds = ({ value, atLeast }: Row, limit: number): boolean =>
  atLeast === true ? value >= limit : value <= limit;

/** Whether the row misses what must hold. */
export const misses = (row: Row): boolean => row.must !== undefined && !holds(row, row.must);

/** `missed`, `must held` or `aim reached`; nothing for a figure that is only reported. */
export function verdict(row: Row): string {
  if (misses(row)) return "**missed**";
  if (row.aim !== undefined && holds(row, row.aim)) return "aim reached";
  return row.must === undefined ? "" : "must held";
}

/** The rows as a Markdown table. */
export function reportTable(rows: readonly Row[]): string {
  const cells = [
    ["", "measured", "must", "aim", ""],
    ...rows.map((row) => [
      row.what,
      figureText(row),
      bound(row.must, row.unit),
      bound(row.aim, row.unit),
      verdict(row),
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(3, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const line = (parts: readonly string[]): string =>
    `| ${parts.map((part, column) => (column > 0 && column < 4 ? part.padStart(widths[column] ?? 0) : part.padEnd(widths[column] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (column > 0 && column < 4 ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`;
  const [head = [], ...body] = cells;
  return [line(head), rule, ...body.map(line)].join("\n");
}
