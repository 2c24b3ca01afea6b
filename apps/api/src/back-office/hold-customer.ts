import type { AuditAct } from "@wattle/contracts/audit-acts";
import { HOLD_KINDS } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import type { CustomerHolds, HoldInput, HoldKind, HoldRecord } from "@wattle/contracts/holds";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { lockUser } from "@wattle/db/accounts";
import { listActsByOthers } from "@wattle/db/audit";
import { findClosure } from "@wattle/db/closures";
import { findCustomerById } from "@wattle/db/customers";
import type { Reader, WriteTx } from "@wattle/db/database";
import { heldKinds, insertHolds, listHolds, releaseHolds } from "@wattle/db/holds";
import type { CustomerHold } from "@wattle/db/tables";
import { recordAct, type Operator } from "../audit/record-act.ts";
import { isoTime } from "../clock.ts";
import { dataDownloadedMail } from "../mail/data-mails.ts";
import { mailTime } from "../mail/mail-time.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { Services } from "../services.ts";

type HoldServices = MailServices & Pick<Services, "database">;

const recordOf = (row: CustomerHold): HoldRecord => ({
  id: row.id,
  on: row.kind,
  internal_note: row.internal_note,
  held_by: row.held_by,
  held_at: isoTime(row.held_at),
  released_by: row.released_by,
  released_at: row.released_at === null ? null : isoTime(row.released_at),
  release_note: row.release_note,
});

/** What a customer is kept from, and was before. */
export async function readHolds(reader: Reader, id: string): Promise<CustomerHolds> {
  const holds = (await listHolds(reader, id)).map(recordOf);
  const lasts = (kind: HoldKind) => holds.some(({ on, released_at }) => on === kind && released_at === null);
  return { id, on: HOLD_KINDS.filter(lasts), holds };
}

/** Locks a customer's row: whatever moves this customer's money comes before or after. @throws DomainError `not_found` */
async function lock(tx: WriteTx, id: string): Promise<void> {
  await lockUser(tx, id);
  if ((await findCustomerById(tx, id)) === undefined) throw new DomainError("not_found");
}

/**
 * Keeps a customer from kinds of calls, from the commit on; the customer hears nothing of it.
 * @throws DomainError `not_found`; `state_conflict` where all of it is on hold already, or the erasure of the customer's data has begun
 */
export async function holdCustomer(
  services: HoldServices,
  operator: Operator,
  { id, on, internal_note: note }: HoldInput,
): Promise<CustomerHolds> {
  const { database, clock, ids } = services;
  return database.write(async (tx) => {
    await lock(tx, id);
    if ((await findClosure(tx, id))?.erasing_at != null) {
      throw new DomainError("state_conflict", { message: OWN_MESSAGES.erasureBegun });
    }
    const at = BigInt(clock.now());
    const act = { userId: id, kinds: on, by: operator.id, at, note };
    const held = await insertHolds(tx, act, () => ids.uuid());
    if (held.length === 0) throw new DomainError("state_conflict");
    const details = { on: held, internal_note: note };
    await recordAct(tx, services, operator, { action: "customer.held", subject: id, details });
    return readHolds(tx, id);
  });
}

/** When the customer's holds began that follow each other up to `now` without a gap. */
function heldSince(holds: readonly CustomerHold[], now: bigint): bigint {
  const before = holds.filter(({ held_at, released_at }) => held_at < now && (released_at ?? now) >= now);
  const first = before.map(({ held_at }) => held_at).toSorted((a, b) => (a < b ? -1 : 1))[0];
  return first === undefined ? now : heldSince(holds, first);
}

/** Emails an owner whose last hold has ended about the copies of data that staff took meanwhile: until now they were silent. */
async function mailSilentCopies(tx: WriteTx, services: HoldServices, id: string, now: bigint): Promise<void> {
  const owner = await findCustomerById(tx, id);
  if (owner === undefined || heldKinds(owner).length > 0 || (await findClosure(tx, id)) !== undefined) return;
  const action = "customer.data_copied" satisfies AuditAct;
  const since = heldSince(await listHolds(tx, id), now);
  const copies = await listActsByOthers(tx, { action, subject: id }, since);
  if (copies.length === 0) return;
  const times = copies.map((at) => mailTime(at, services.config.TIME_ZONE));
  const mail = dataDownloadedMail(owner.first_name, times.join(" and on "), "staff");
  await queueMail(tx, services, { to: owner.email, mail });
}

/**
 * Releases holds. With the last one the owner learns of copies of data that staff took meanwhile.
 * @throws DomainError `not_found`; `state_conflict` where none of it is on hold
 */
export async function releaseCustomer(
  services: HoldServices,
  operator: Operator,
  { id, on, internal_note: note }: HoldInput,
): Promise<CustomerHolds> {
  const { database, clock } = services;
  return database.write(async (tx) => {
    await lock(tx, id);
    const at = BigInt(clock.now());
    const released = await releaseHolds(tx, { userId: id, kinds: on, by: operator.id, at, note });
    if (released.length === 0) throw new DomainError("state_conflict");
    const details = { on: released, internal_note: note };
    await recordAct(tx, services, operator, { action: "customer.released", subject: id, details });
    await mailSilentCopies(tx, services, id, at);
    return readHolds(tx, id);
  });
}
