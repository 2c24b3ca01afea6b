import type { AuditAct } from "@wattle/contracts/audit-acts";
import { HOLD_KINDS } from "@wattle/contracts/choices";
import { DomainError } from "@wattle/contracts/errors";
import {
  customerHolds,
  holdInput,
  type CustomerHolds,
  type HoldKind,
  type HoldRecord,
} from "@wattle/contracts/holds";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { listActsByOthers } from "@wattle/db/audit";
import { isHeldByOpenCase } from "@wattle/db/cases";
import { findClosure } from "@wattle/db/closures";
import { findCustomerById } from "@wattle/db/customers";
import type { Reader, WriteTx } from "@wattle/db/database";
import { heldKinds, insertHolds, kindsOfHouse, listHolds, releaseHolds } from "@wattle/db/holds";
import type { CustomerHold } from "@wattle/db/tables";
import { isoTime } from "../../clock.ts";
import { dataDownloadedMail } from "../../mail/data-mails.ts";
import { mailTime } from "../../mail/mail-time.ts";
import { queueMail, type MailServices } from "../../mail/queue-mail.ts";
import { listText, stateText } from "../approvals/changes.ts";
import { readRefusal } from "../approvals/reads.ts";
import { alone } from "../approvals/reviewed-act.ts";
import { lockCustomer } from "./locked-customer.ts";

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

/** A customer's holds, current and past. */
export async function readHolds(reader: Reader, id: string): Promise<CustomerHolds> {
  const holds = (await listHolds(reader, id)).map(recordOf);
  const lasts = (kind: HoldKind) => holds.some(({ on, released_at }) => on === kind && released_at === null);
  return { id, on: HOLD_KINDS.filter(lasts), holds };
}

/** Common to holding and releasing. */
const HOLDING = {
  errors: ["not_found", "state_conflict"],
  input: holdInput,
  output: customerHolds,
} as const;

const holdsText = (kinds: readonly HoldKind[]): string => listText(kinds.map(stateText));

/** Keeps a customer from kinds of calls, from the commit on; the customer hears nothing of it. */
export const holdCustomer = alone({
  ...HOLDING,
  title: "Put a customer on hold",
  roles: ["compliance"],
  plan: async (tx, { services, operator }, { id, on, internal_note: note }) => {
    const before = heldKinds(await lockCustomer(tx, id));
    if ((await findClosure(tx, id))?.erasing_at != null) {
      throw new DomainError("state_conflict", { message: OWN_MESSAGES.erasureBegun });
    }
    // A hold for a case or a debt ends with it. A colleague's own lasts until it is released.
    const ofHouse = await kindsOfHouse(tx, id);
    const held = [...new Set(on)].filter((kind) => !before.includes(kind) || ofHouse.includes(kind));
    if (held.length === 0) throw new DomainError("state_conflict");
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [
        { what: "On hold", before: holdsText(before), after: holdsText([...new Set([...before, ...held])]) },
      ],
      reads: readRefusal("account_under_review"),
      log: { action: "customer.held", subject: id, details: { on: held, internal_note: note } },
      run: async () => {
        const act = { userId: id, kinds: held, by: operator.id, at: BigInt(services.clock.now()), note };
        await insertHolds(tx, act, () => services.ids.uuid());
        return readHolds(tx, id);
      },
    };
  },
});

/** When the customer's holds began that follow each other up to `now` without a gap. */
function heldSince(holds: readonly CustomerHold[], now: bigint): bigint {
  const before = holds.filter(({ held_at, released_at }) => held_at < now && (released_at ?? now) >= now);
  const first = before.map(({ held_at }) => held_at).toSorted((a, b) => (a < b ? -1 : 1))[0];
  return first === undefined ? now : heldSince(holds, first);
}

/** Emails an owner whose last hold has ended about the copies of data that staff took meanwhile: until now they were silent. */
async function mailSilentCopies(tx: WriteTx, services: MailServices, id: string, now: bigint): Promise<void> {
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

/** Releases holds. With the last one the owner learns of copies of data that staff took meanwhile. */
export const releaseCustomer = alone({
  ...HOLDING,
  title: "Release a hold",
  roles: ["compliance"],
  plan: async (tx, { services, operator }, { id, on, internal_note: note }) => {
    const before = heldKinds(await lockCustomer(tx, id));
    const released = before.filter((kind) => on.includes(kind));
    if (released.length === 0) throw new DomainError("state_conflict");
    // Withdrawals that a case holds go on when it is closed.
    if (released.includes("withdrawals") && (await isHeldByOpenCase(tx, id)))
      throw new DomainError("state_conflict");
    const left = before.filter((kind) => !on.includes(kind));
    return {
      subject: `the account of ${id}`,
      customer: id,
      changes: [{ what: "On hold", before: holdsText(before), after: holdsText(left) }],
      log: { action: "customer.released", subject: id, details: { on: released, internal_note: note } },
      run: async () => {
        const at = BigInt(services.clock.now());
        await releaseHolds(tx, { userId: id, kinds: released, by: operator.id, at, note });
        await mailSilentCopies(tx, services, id, at);
        return readHolds(tx, id);
      },
    };
  },
});
