import type { WriteTx } from "@wattle/db/database";
import type { RecoveryRow, User } from "@wattle/db/tables";
import { mailAccountLink } from "../mail/account-links.ts";
import { mailTime } from "../mail/mail-time.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import { recoveryRequestedMail } from "../mail/security-mails.ts";

/** Tells the owner when two-step login goes off, with a link that stops it. */
export const mailRecoveryWait = (
  tx: WriteTx,
  services: MailServices,
  user: User,
  { id, due_at: dueAt }: Pick<RecoveryRow, "id" | "due_at">,
): Promise<void> =>
  mailAccountLink(tx, services, user, {
    kind: "stop-recovery",
    about: id,
    mail: (url) =>
      recoveryRequestedMail(user.first_name, mailTime(dueAt ?? 0n, services.config.TIME_ZONE), url),
  });
