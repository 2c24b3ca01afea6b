import type { ValueKind } from "@wattle/db/columns/table";
import { valueKinds, type ExportedTable } from "@wattle/db/customer-data/exported-tables";
import type { StoredRow, StoredValue } from "@wattle/db/customer-data/read-exported";
import { placeOf, SEALED_COLUMN_NAMES } from "@wattle/db/sealed/sealed-columns";
import type { Vault } from "@wattle/db/sealed/vault";
import { amountText } from "../amount-text.ts";
import { isoTime } from "../clock.ts";

/** JSON as a copy has it: whole numbers, ISO 8601 times, and amounts as decimal text. */
type JsonValue = string | number | boolean | null | object;

/** How many of something; never an amount. */
const wholeNumber = (total: string | bigint): number => Number(total);

/** Another customer's account is not named. */
const accountText = (account: string, userId: string): string =>
  account.startsWith("customer:") && !account.startsWith(`customer:${userId}:`) ? "customer" : account;

/** Staff stay unnamed, as in a transaction's own page. */
function actorText(actor: string, userId: string): string {
  if (actor === userId) return "customer";
  return actor.startsWith("system:") ? "system" : "operator";
}

function opened(
  vault: Vault,
  { table }: ExportedTable,
  column: string,
  userId: string,
  row: StoredRow,
  value: string,
): string {
  const sealed = SEALED_COLUMN_NAMES.find((name) => name === `${table}.${column}`);
  if (sealed === undefined) throw new Error(`${table}.${column} is not sealed`);
  const name = placeOf(sealed).row;
  return vault.openText(sealed, name === "user_id" ? userId : String(row[name]), value);
}

interface Copying {
  readonly vault: Vault;
  readonly userId: string;
}

function copyOf(
  { vault, userId }: Copying,
  table: ExportedTable,
  [column, is]: readonly [string, ValueKind],
  row: StoredRow,
): JsonValue {
  const value: StoredValue = row[column] ?? null;
  if (value === null) return null;
  if (typeof is === "object") return amountText(BigInt(value), String(row[is.amountIn]));
  switch (is) {
    case "time":
      return isoTime(BigInt(value));
    case "flag":
      return BigInt(value) === 1n;
    case "count":
      return wholeNumber(value);
    case "json":
      return JSON.parse(String(value)) as JsonValue;
    case "sealed":
      return opened(vault, table, column, userId, row, String(value));
    case "sealed json":
      return JSON.parse(opened(vault, table, column, userId, row, String(value))) as JsonValue;
    case "actor":
      return actorText(String(value), userId);
    case "account":
      return accountText(String(value), userId);
    case "text":
      return value.toString();
  }
}

/**
 * A stored row as a copy has it.
 * @throws SealError if a sealed value cannot be opened
 */
export const copyRow = (
  copying: Copying,
  table: ExportedTable,
  row: StoredRow,
): Readonly<Record<string, JsonValue>> =>
  Object.fromEntries(valueKinds(table).map((kind) => [kind[0], copyOf(copying, table, kind, row)]));
