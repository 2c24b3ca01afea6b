/**
 * The rows that are erased of a closed account, table by table. Rows that name others go before those they name, and the account
 * itself goes last.
 */
import type { Erasure } from "../columns/table.ts";
import { TABLES } from "../tables.ts";

export type ErasedTable = Erasure & { readonly table: string };

/** In this order. */
export const ERASED_TABLES: readonly ErasedTable[] = Object.entries(TABLES)
  .toReversed()
  .flatMap(([table, { erasures }]) => erasures.map((erasure) => ({ ...erasure, table })));
