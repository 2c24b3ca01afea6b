/** What staff do about who gets into a customer's account. */
import type { AuditAct } from "@wattle/contracts/audit-acts";
import type { CustomerSummary } from "@wattle/contracts/back-office";
import { DomainError } from "@wattle/contracts/errors";
import { addLoginUnlock, lockUser } from "@wattle/db/accounts";
import { findCustomerById } from "@wattle/db/customers";
import type { WriteTx } from "@wattle/db/database";
import { updateSecondFactor } from "@wattle/db/second-factors";
import { deleteOtherSessions } from "@wattle/db/sessions";
import type { User } from "@wattle/db/tables";
import { revokeAllTokens } from "@wattle/db/tokens";
import { recordAct } from "../audit/record-act.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { unlockedMail } from "../mail/security-mails.ts";
import type { Services } from "../services.ts";
import type { Change } from "./change-customer.ts";
import { summaryOf } from "./customer-file.ts";

/** Locks a customer's row. @throws DomainError `not_found` */
async function lockedCustomer(tx: WriteTx, id: string): Promise<User> {
  const user = (await findCustomerById(tx, id)) && (await lockUser(tx, id));
  if (user === undefined) throw new DomainError("not_found");
  return user;
}

/** Does something to a customer, and writes it into the audit log with how many it concerned. */
const counted = (
  { services, operator, id }: Change,
  action: AuditAct,
  what: string,
  act: (tx: WriteTx) => Promise<number>,
): Promise<number> =>
  services.database.write(async (tx) => {
    await lockedCustomer(tx, id);
    const ended = await act(tx);
    await recordAct(tx, services, operator, { action, subject: id, details: { [what]: ended } });
    return ended;
  });

/** Signs an account out everywhere. @returns how many sessions ended */
export const endCustomerSessions = (change: Change): Promise<number> =>
  counted(change, "customer.signed_out", "sessions", (tx) => deleteOtherSessions(tx, change.id));

/** Revokes all API tokens of an account. @returns how many worked until now */
export const endCustomerTokens = (change: Change): Promise<number> =>
  counted(change, "customer.tokens_ended", "tokens", async (tx) => {
    const revoked = await revokeAllTokens(tx, change.id, BigInt(change.services.clock.now()));
    return revoked.length;
  });

/**
 * Forgives a customer's failed logins and wrong codes: neither keeps from logging in any more. The customer gets a mail.
 * @throws DomainError `not_found`; `too_many_requests` where the same person has done it twenty times within a day
 */
export async function unlockCustomer({
  services,
  operator,
  id,
}: Change & { readonly services: Pick<Services, "accountLimits"> }): Promise<CustomerSummary> {
  await services.accountLimits.unlock.require(operator.id);
  return services.database.write(async (tx) => {
    const user = await lockedCustomer(tx, id);
    await addLoginUnlock(tx, id);
    await updateSecondFactor(tx, id, { failures: 0n, locked_until: null });
    await recordAct(tx, services, operator, { action: "customer.unlocked", subject: id, details: {} });
    await queueMail(tx, services, { to: user.email, mail: unlockedMail(user.first_name) });
    return summaryOf(user);
  });
}
