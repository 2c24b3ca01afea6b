import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { inviteInput } from "@wattle/contracts/staff";
import { findUserByEmail } from "@wattle/db/accounts";
import { rolesOf } from "@wattle/db/roles";
import { deleteInvitationsOf, listStaff } from "@wattle/db/staff";
import { recordAct } from "../../audit/record-act.ts";
import { isoTime } from "../../clock.ts";
import type { MailServices } from "../../mail/queue-mail.ts";
import { fieldErrors } from "../../procedures.ts";
import type { Services } from "../../services.ts";
import { makeInvitation } from "../../staff/invitation.ts";
import { mailAdmins } from "./mail-admins.ts";

/** The command line's own name in the log, if no one of the staff acts. */
const COMMAND_LINE = { id: "cli" } as const;

/**
 * Invites an admin in the name of the person who runs the machine, in place of one who was invited so before. It is the
 * first one of an installation, or the second person if staff cannot be two: one admin is left, or one of two has to
 * go. Admins get a mail.
 * @param isFirst whether there must be no staff yet
 * @returns the link, for the person who runs the machine to hand over
 * @throws DomainError `state_conflict` if there is staff; `validation_failed`, `email_taken` at `email`
 */
export async function inviteByMachine(
  services: MailServices & Pick<Services, "database">,
  typed: string,
  { isFirst }: { readonly isFirst: boolean },
): Promise<{ readonly link: string; readonly expires_at: string }> {
  const read = inviteInput.safeParse({ email: typed, roles: ["admin"] });
  if (!read.success) throw new DomainError("validation_failed", { fields: fieldErrors(read.error) });
  const { email, roles } = read.data;
  return services.database.write(async (tx) => {
    const staff = isFirst ? await listStaff(tx, { withDemo: services.config.DEMO }) : [];
    if (staff.length > 0) throw new DomainError("state_conflict", { message: OWN_MESSAGES.staffThere });
    const known = await findUserByEmail(tx, email);
    if (known !== undefined && rolesOf(known).length > 0) throw DomainError.at("email", "email_taken");
    await deleteInvitationsOf(tx, COMMAND_LINE.id);
    const { invitation, link } = await makeInvitation(tx, services, {
      email,
      roles,
      invitedBy: COMMAND_LINE.id,
    });
    await recordAct(tx, services, COMMAND_LINE, {
      action: "staff.invited",
      subject: invitation.id,
      details: { email, roles },
    });
    await mailAdmins(tx, services, COMMAND_LINE, { email, invitedAs: roles });
    return { link, expires_at: isoTime(invitation.expires_at) };
  });
}
