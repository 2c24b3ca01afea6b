/** The files of a copy of a customer's data, each with its table. */
import type { Copy, ValueKind } from "../columns/table.ts";
import { TABLES } from "../tables.ts";

export interface ExportedTable extends Copy {
  readonly table: string;
}

export const EXPORTED_TABLES: readonly ExportedTable[] = Object.entries(TABLES).flatMap(
  ([table, { copies }]) => copies.map((copy) => ({ ...copy, table })),
);

/** The columns of a copy's rows, with what they hold, in order. */
export function valueKinds({
  columns,
  joined = {},
}: ExportedTable): readonly (readonly [string, ValueKind])[] {
  const own = Object.entries(columns).flatMap(([name, is]) =>
    typeof is === "object" && "leftOut" in is ? [] : [[name, is] as const],
  );
  return [...own, ...Object.entries(joined).map(([name, { is }]) => [name, is] as const)];
}
