import type { WriteTx } from "@wattle/db/database";
import { isAdmin, listStaff } from "@wattle/db/staff";
import type { Operator } from "../../audit/record-act.ts";
import { queueMail, type MailServices } from "../../mail/queue-mail.ts";
import { staffChangedMail, type StaffChange } from "../../mail/staff-mails.ts";

/**
 * Tells every admin but the one who did it that the staff has changed. It is called before roles change, so that an admin who is
 * taken out is told, too.
 */
export async function mailAdmins(
  tx: WriteTx,
  services: MailServices,
  by: Operator,
  change: StaffChange,
): Promise<void> {
  const { DEMO: withDemo, APP_ORIGIN } = services.config;
  const admins = (await listStaff(tx, { withDemo })).filter(isAdmin);
  const nameOf = (id: string | undefined) => admins.find((admin) => admin.id === id)?.first_name;
  const names = { by: nameOf(by.id), approvedBy: nameOf(by.approvedBy) };
  for (const { id, email, first_name: firstName } of admins) {
    if (id === by.id) continue;
    const mail = staffChangedMail(firstName, { ...change, ...names, url: `${APP_ORIGIN}/teamaccess` });
    await queueMail(tx, services, { to: email, mail });
  }
}
