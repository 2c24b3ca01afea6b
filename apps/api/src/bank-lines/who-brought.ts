import { findPeople } from "@wattle/db/approvals";
import type { Reader } from "@wattle/db/database";
import type { BankLineRow } from "@wattle/db/tables";
import { isOnePerson } from "../audit/same-mailbox.ts";
import type { Operator } from "../audit/record-act.ts";

/**
 * Why a line takes two people, by who brought it. Anyone can type a statement, or set how one is read: it is used by someone else. No
 * one answers for what came through the inbox, unless its balances follow those before.
 */
export async function importerReasons(
  reader: Reader,
  { imported_by, columns_by: columnsBy, proven }: Pick<BankLineRow, "imported_by" | "columns_by" | "proven">,
  { id, email = "" }: Operator,
): Promise<readonly string[]> {
  const people = await findPeople(reader, [imported_by, ...(columnsBy === null ? [] : [columnsBy])]);
  const isSame = (other: string): boolean =>
    other === id ||
    (email !== "" && people.some((person) => person.id === other && isOnePerson(person, { id, email })));
  if (isSame(imported_by)) return ["The same person imported this line."];
  if (columnsBy !== null && isSame(columnsBy)) return ["The same person set how this statement is read."];
  const importer = people.find((person) => person.id === imported_by);
  if (importer !== undefined || proven === 1n) return [];
  return ["The inbox brought this line, and its statement's balances don't follow the ones before."];
}
