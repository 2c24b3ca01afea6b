import { updateUser } from "@wattle/db/accounts";
import { deleteApp, listApps } from "@wattle/db/apps";
import type { WriteTx } from "@wattle/db/database";
import { deleteEmailTokens } from "@wattle/db/email-tokens";
import { holdWithdrawalsUntil } from "@wattle/db/holds";
import { deletePasskeys } from "@wattle/db/passkeys";
import { isCustomer } from "@wattle/db/roles";
import { deleteOtherSessions } from "@wattle/db/sessions";
import type { Epoch, User } from "@wattle/db/tables";
import { revokeAllTokens, revokeTokensOfApp } from "@wattle/db/tokens";
import { deleteEndpoint, listEndpoints } from "@wattle/db/webhook-endpoints";
import { recordAct } from "../audit/record-act.ts";
import { turnSendingOff } from "../coins/sending.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { passkeyRemovedMail } from "../mail/security-mails.ts";
import { appRemovedMail } from "../mail/token-mails.ts";
import { webhookRemovedMail } from "../mail/webhook-mails.ts";
import { HOLD_MILLISECONDS } from "../withdrawals/withdrawals-hold.ts";
import { mailLink } from "./email-links.ts";

/** Revokes every API token of an account. The audit log says so of service tokens. @param because why, as the log has it */
export async function endTokens(
  tx: WriteTx,
  services: MailServices,
  user: User,
  because: string,
): Promise<void> {
  for (const token of await revokeAllTokens(tx, user.id, BigInt(services.clock.now()))) {
    if (token.kind !== "service") continue;
    const details = { name: token.name, because };
    await recordAct(tx, services, user, { action: "token.revoked", subject: token.id, details });
  }
}

/** Removes the passkeys, webhooks and apps that a customer's account got since someone else may be in it, and mails that. */
export async function removeNewDoors(
  tx: WriteTx,
  services: MailServices,
  { id, email: to, first_name: firstName }: User,
  since: Epoch,
): Promise<void> {
  for (const { name } of await deletePasskeys(tx, id, since)) {
    await queueMail(tx, services, { to, mail: passkeyRemovedMail(firstName, name) });
  }
  for (const { id: endpoint, url } of await listEndpoints(tx, id, since)) {
    await deleteEndpoint(tx, id, endpoint);
    await queueMail(tx, services, { to, mail: webhookRemovedMail(firstName, url) });
  }
  for (const { id: app, name } of await listApps(tx, id, since)) {
    await deleteApp(tx, id, app);
    await revokeTokensOfApp(tx, app, BigInt(services.clock.now()));
    await queueMail(tx, services, { to, mail: appRemovedMail(firstName, name) });
  }
}

/**
 * Throws everyone out of a locked account: sessions and API tokens end, other mailed links are worthless, a customer's withdrawals
 * are neither taken nor paid for 24 hours and coins are no longer sent, passkeys, webhooks and apps of a customer that were added since
 * are removed, and the owner gets a link for a new password. Passkeys of staff stay: they may be all that a thief of the mailbox lacks.
 * @param user with the email address that the owner has
 * @param since when someone else may have come in
 * @param because why, as the audit log has it of service tokens
 */
export async function closeDoors(
  tx: WriteTx,
  services: MailServices,
  user: User,
  { since, because }: { readonly since: Epoch; readonly because: string },
): Promise<void> {
  await updateUser(tx, user.id, { doors_closed_at: BigInt(services.clock.now()) });
  await deleteOtherSessions(tx, user.id);
  await deleteEmailTokens(tx, user.id, ["reset-password", "change-email"]);
  await endTokens(tx, services, user, because);
  if (isCustomer(user)) {
    await removeNewDoors(tx, services, user, since);
    await turnSendingOff(tx, services, user);
    await holdWithdrawalsUntil(tx, user.id, BigInt(services.clock.now() + HOLD_MILLISECONDS));
  }
  await mailLink(tx, services, "reset-password", {
    userId: user.id,
    firstName: user.first_name,
    email: user.email,
  });
}
