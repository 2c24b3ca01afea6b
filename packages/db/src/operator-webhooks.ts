/**
 * Events for the operator's own programs. The transaction that causes one only adds its row and locks nothing; a sender takes the row,
 * so that of several one does, and has it sent to each of the operator's endpoints.
 */
import type { OperatorEventRow } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { insertOwnDelivery } from "./webhook-deliveries.ts";
import { listEndpoints, lockEndpoint } from "./webhook-endpoints.ts";

/** Adds an event within the transaction that causes it. */
export async function insertOperatorEvent(tx: WriteTx, event: OperatorEventRow): Promise<void> {
  await tx.insertInto("operator_events").values(event).execute();
}

/** Events that no sender has taken yet, oldest first. */
export async function listOperatorEvents(reader: Reader, limit: number): Promise<OperatorEventRow[]> {
  return reader
    .selectFrom("operator_events")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .limit(BigInt(limit))
    .execute();
}

/** Takes an event. @returns false if another sender was first */
export async function takeOperatorEvent(tx: WriteTx, id: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom("operator_events")
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Has an event sent to those of the operator's endpoints that are on and want its kind. @param body JSON text */
export async function sendToOperator(
  tx: WriteTx,
  { id: event_id, type, created_at }: Pick<OperatorEventRow, "id" | "type" | "created_at">,
  body: string,
): Promise<void> {
  for (const { id } of await listEndpoints(tx, null)) {
    const endpoint = await lockEndpoint(tx, null, id);
    if (endpoint === undefined || endpoint.disabled_at !== null) continue;
    const types = JSON.parse(endpoint.events) as string[];
    if (!types.includes("*") && !types.includes(type)) continue;
    await insertOwnDelivery(tx, { endpoint_id: id, event_id, created_at }, body);
  }
}
