import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import {
  beginErasing,
  documentIdsOf,
  finishErasing,
  forgetAddress,
  listToClear,
  listToErase,
  listToForget,
  noteCleared,
  subjectOf,
} from "@wattle/db/closures";
import { lockUser } from "@wattle/db/accounts";
import { TRACES_DAYS } from "@wattle/contracts/traces-days";
import { eraseInPieces, eraseWithin } from "@wattle/db/customer-data/erase-rows";
import type { AccountClosure } from "@wattle/db/tables";
import { recordAct } from "../audit/record-act.ts";
import { dataErasedMail } from "../mail/data-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import type { StartTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { yearsFrom } from "./close-account.ts";

type EraseServices = MailServices & Pick<Services, "database" | "documents">;

const AT_ONCE = 100;
const TRACES_MILLISECONDS = TRACES_DAYS * DAY_MILLISECONDS;

/** Erases what no law keeps, and once more what may have been made while the account was being closed. */
async function clear({ database, clock }: EraseServices, closure: AccountClosure): Promise<void> {
  const subject = subjectOf(closure);
  await eraseInPieces(database, { subject, moment: "soon" });
  await database.write(async (tx) => {
    await eraseWithin(tx, { subject, moment: "at once" });
    await noteCleared(tx, closure.user_id, BigInt(clock.now()));
  });
}

/**
 * Erases what the law has kept. The files of documents go before the rows that name them, and the account's own row and the note that
 * it is done go last: whatever is interrupted is found and done again.
 */
async function erase(services: EraseServices, closure: AccountClosure, before: bigint): Promise<void> {
  const { database, documents, clock, ids } = services;
  const { user_id: id, email } = closure;
  const begun = await database.write(async (tx) => {
    await lockUser(tx, id);
    return beginErasing(tx, id, { now: BigInt(clock.now()), before });
  });
  if (!begun) return;
  for (const document of await documentIdsOf(database.read, id)) await documents.remove(document);
  await eraseInPieces(database, { subject: subjectOf(closure), moment: "retention" });
  await database.write(async (tx) => {
    const user = await lockUser(tx, id);
    const finalMail = ids.uuid();
    const finished = await finishErasing(tx, closure, { now: BigInt(clock.now()), finalMail });
    if (!finished || user === undefined || email === null) return;
    await recordAct(tx, services, { id: "system" }, { action: "customer.erased", subject: id });
    await queueMail(tx, services, { id: finalMail, to: email, mail: dataErasedMail(user.first_name) });
  });
}

/**
 * Takes the erasure of closed accounts as far as it may go: of one that fails the others go on.
 * @throws AggregateError of those that failed
 */
export async function eraseClosed(services: EraseServices): Promise<void> {
  const { database, clock, config } = services;
  const failures: unknown[] = [];
  const each = async (
    closures: readonly AccountClosure[],
    work: (closure: AccountClosure) => Promise<void>,
  ) => {
    for (const closure of closures) await work(closure).catch((error: unknown) => failures.push(error));
  };
  const closedBefore = BigInt(clock.now() - TRACES_MILLISECONDS);
  await each(await listToClear(database.read, closedBefore, AT_ONCE), (closure) => clear(services, closure));
  const before = BigInt(yearsFrom(clock.now(), -config.RETENTION_YEARS));
  await each(await listToErase(database.read, before, AT_ONCE), (closure) =>
    erase(services, closure, before),
  );
  await each(await listToForget(database.read, AT_ONCE), async (closure) => {
    // Mails that were still to leave when the rest was erased have left by now.
    await eraseInPieces(database, { subject: subjectOf(closure), moment: "retention" });
    await database.write((tx) => forgetAddress(tx, closure));
  });
  if (failures.length > 0) throw new AggregateError(failures, "some accounts could not be erased");
}

/** Does so at once and then every minute. @returns what stops it */
export const startErasing = (
  services: EraseServices & Pick<Services, "log">,
  timer?: StartTimer,
): (() => Promise<void>) =>
  startSweep(services, () => eraseClosed(services), "closed accounts could not be erased", timer);
