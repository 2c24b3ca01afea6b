import { DomainError } from "@wattle/contracts/errors";
import {
  deleteAccountLinks,
  earliestDoubt,
  findAccountLink,
  takeAccountLink,
} from "@wattle/db/account-links";
import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { forgetDevice } from "@wattle/db/known-devices";
import type { AccountLink, AccountLinkKind, User } from "@wattle/db/tables";
import type { Call } from "../context.ts";
import { addressKey } from "../limits/address-key.ts";
import type { MailServices } from "../mail/queue-mail.ts";
import { closeDoors } from "./close-doors.ts";

export type LinkCall = Call<keyof MailServices | "database" | "securityLog" | "accountLimits">;

/**
 * Uses a mailed link up, with the account it belongs to locked first. A thief causes several such mails, and the owner answers any
 * of them: `since` is when the first was sent, epoch milliseconds.
 * @throws DomainError `token_invalid` at `token` if it is unknown, used or expired
 */
export async function takeLink(
  tx: WriteTx,
  { clock }: Pick<MailServices, "clock">,
  token: string,
  kind: AccountLinkKind,
): Promise<{ readonly link: AccountLink; readonly user: User; readonly since: bigint }> {
  const named = { token, kind, now: BigInt(clock.now()) };
  const owner = await findAccountLink(tx, named);
  const user = owner === undefined ? undefined : await lockUser(tx, owner.user_id);
  const earliest = user && (await earliestDoubt(tx, user.id, named.now));
  const link = await takeAccountLink(tx, named);
  if (link === undefined || user === undefined) throw DomainError.at("token", "token_invalid");
  return { link, user, since: earliest ?? link.created_at };
}

/**
 * The owner's report of someone else's login: it throws everyone out. The device is new again when it comes back.
 * @throws DomainError `token_invalid` at `token`, `too_many_requests`
 */
export async function reportLogin(ctx: LinkCall, token: string): Promise<{ message: string }> {
  const { services } = ctx;
  await services.accountLimits.reset.require(addressKey(ctx.ip));
  const account = await services.database.write(async (tx) => {
    const { link, user, since } = await takeLink(tx, services, token, "not-me");
    await deleteAccountLinks(tx, user.id, "not-me");
    await forgetDevice(tx, user.id, link.about);
    await closeDoors(tx, services, user, { since, because: "a login was not the owner's" });
    return user.id;
  });
  services.securityLog.note(ctx, "login-reported", { account });
  return { message: "Every device is logged out. Check your inbox." };
}
