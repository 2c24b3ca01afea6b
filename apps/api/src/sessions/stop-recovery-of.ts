import { deleteAccountLinks } from "@wattle/db/account-links";
import type { WriteTx } from "@wattle/db/database";
import { endRecovery } from "@wattle/db/recoveries";
import type { User } from "@wattle/db/tables";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { recoveryStoppedMail } from "../mail/security-mails.ts";

/**
 * Stops what is under way to recover a locked account, in the transaction that shows that its owner is there: the links end, and
 * the owner gets a mail if there was something to stop.
 */
export async function stopRecoveryOf(tx: WriteTx, services: MailServices, user: User): Promise<void> {
  const at = BigInt(services.clock.now());
  await deleteAccountLinks(tx, user.id, "recovery");
  await deleteAccountLinks(tx, user.id, "stop-recovery");
  const stopped = await endRecovery(tx, { userId: user.id }, { status: "stopped", at, by: user.id });
  if (stopped === undefined) return;
  await queueMail(tx, services, { to: user.email, mail: recoveryStoppedMail(user.first_name) });
}
