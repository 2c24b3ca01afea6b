import { findPeople } from "@wattle/db/approvals";
import type { Reader } from "@wattle/db/database";
import type { BankLineRow } from "@wattle/db/tables";
import { isOnePerson } from "../audit/same-mailbox.ts";
import type { Operator } from "../audit/record-act.ts";

/**
 * Why a line takes two people, by who brought it. Anyone can type a statement: a person's is used by someone else. No
 * one answers for what came through the inbox, unless its balances follow those before.
 */
export async function importerReasons(
  reader: Reader,
  { imported_by, proven }: Pick<BankLineRow, "imported_by" | "proven">,
  { id, email = "" }: Operator,
): Promise<readonly string[]> {
  const [importer] = await findPeople(reader, [imported_by]);
  const isSame =
    imported_by === id || (importer !== undefined && email !== "" && isOnePerson(importer, { id, email }));
  if (isSame) return ["The same person imported this line."];
  if (importer !== undefined || proven === 1n) return [];
  return ["The inbox brought this line, and its statement's balances don't follow the ones before."];
}
