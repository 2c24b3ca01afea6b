import type { AccountEvent } from "@wattle/contracts/events";
import type { WriteTx } from "@wattle/db/database";
import { insertEvent } from "@wattle/db/events";
import type { Services } from "../services.ts";

/** Services of a unit of work that records events. */
export type EventServices = Pick<Services, "clock" | "ids" | "vault">;

type Pieces<Event> = Event extends AccountEvent ? Pick<Event, "type" | "data"> : never;
/** A kind of event, with its data. The test of a webhook is not recorded. */
type Told = Pieces<Exclude<AccountEvent, { readonly type: "webhook.test" }>>;

interface Postponed {
  /** Its identifier, if who records it has to know it. */
  readonly id?: string | undefined;
  /** How long no one learns of it, in milliseconds, while its cause can be undone. */
  readonly waits?: number | undefined;
}

/**
 * Records an event within the transaction that causes it: it is there if and only if that commits.
 * @param subject the identifier of what it is about
 */
export async function recordEvent(
  tx: WriteTx,
  { clock, ids, vault }: EventServices,
  userId: string,
  subject: string,
  { type, data, id = ids.uuid(), waits = 0 }: Told & Postponed,
): Promise<void> {
  await insertEvent(tx, userId, {
    id,
    type,
    subject_id: subject,
    data: vault.seal("events.data", id, JSON.stringify(data)),
    created_at: BigInt(clock.now() + waits),
  });
}
