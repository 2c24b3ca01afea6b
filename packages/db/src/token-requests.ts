/** The newest requests of each API token. They are written together, after they were answered. */
import { sql } from "kysely";
import { rowsAfter, type Place } from "./pages.ts";
import { commandStatement, lookedUp } from "./handles/statement.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import type { TokenRequestRow } from "./tokens.table.ts";

export type { TokenRequestRow } from "./tokens.table.ts";

/** So many are kept of each token. */
export const KEPT_REQUESTS = 500;

/** Removes the requests of a token that are older than its newest 500. It runs for each token of a writing, so it is compiled once. */
const deleteOlder = commandStatement<{ id: string }>("token_requests_delete_older", (db, parameter) =>
  db
    .deleteFrom("token_requests")
    .where("token_id", "=", parameter("id"))
    .where(
      sql<boolean>`(created_at, id) < (select created_at, id from token_requests
          where token_id = ${lookedUp(parameter("id"))} order by created_at desc, id desc limit 1 offset ${BigInt(KEPT_REQUESTS - 1)})`,
    ),
);

/** Adds requests of tokens that still exist, and removes those that are older than the newest 500 of their token. */
export async function insertTokenRequests(tx: WriteTx, rows: readonly TokenRequestRow[]): Promise<void> {
  const named = [...new Set(rows.map(({ token_id: id }) => id))].toSorted();
  if (named.length === 0) return;
  const found = await tx.selectFrom("api_tokens").select("id").where("id", "in", named).execute();
  const known = new Set(found.map(({ id }) => id).toSorted());
  const kept = rows.filter(({ token_id: id }) => known.has(id));
  if (kept.length === 0) return;
  await tx.insertInto("token_requests").values(kept).execute();
  for (const id of known) await tx.run(deleteOlder, { id });
}

/** Requests of a token, newest first, from a place in the list on. */
export async function listTokenRequests(
  reader: Reader,
  tokenId: string,
  { after, limit }: { readonly after: Place | undefined; readonly limit: number },
): Promise<TokenRequestRow[]> {
  const requests = reader.selectFrom("token_requests").selectAll().where("token_id", "=", tokenId);
  return rowsAfter(requests, "token_requests", after)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BigInt(limit))
    .execute();
}
