import { SENDING_HOURS, type CoinSending } from "@wattle/contracts/coin-sending";
import { DomainError } from "@wattle/contracts/errors";
import { findUserById, updateUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import type { User } from "@wattle/db/tables";
import { timeOf } from "../clock.ts";
import type { Call } from "../context.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { sendingOffMail, sendingOnMail } from "../mail/security-mails.ts";
import type { Services } from "../services.ts";
import { lockSignedIn } from "../sessions/lock-signed-in.ts";

const WAIT_MILLISECONDS = SENDING_HOURS * 60 * 60 * 1000;

type Sender = Pick<User, "coins_sent_from">;

export function sendingOf({ coins_sent_from: from }: Sender, now: number): CoinSending {
  const state = from === null ? "off" : from > BigInt(now) ? "waiting" : "on";
  return { state, on_at: timeOf(from) };
}

/** Whether an account may send coins. */
export async function readSending(
  { database, clock }: Pick<Services, "database" | "clock">,
  userId: string,
): Promise<CoinSending> {
  const user = await findUserById(database.read, userId);
  if (user === undefined) throw new DomainError("unauthenticated");
  return sendingOf(user, clock.now());
}

/** Turns the sending of coins off in the caller's transaction, which has locked the account, and emails it. */
export async function turnSendingOff(tx: WriteTx, services: MailServices, user: User): Promise<void> {
  if (user.coins_sent_from === null) return;
  await updateUser(tx, user.id, { coins_sent_from: null });
  await queueMail(tx, services, { to: user.email, mail: sendingOffMail(user.first_name) });
}

/**
 * Turns the sending of coins off at once, or on after 48 hours. If it is so already, nothing changes: the wait does not
 * begin again.
 * @throws DomainError `unauthenticated` if the session has ended meanwhile
 */
export async function setSending(
  ctx: Call<keyof MailServices | "database" | "securityLog">,
  userId: string,
  on: boolean,
): Promise<CoinSending> {
  const { services } = ctx;
  const { clock, config, database, securityLog } = services;
  const from = BigInt(clock.now() + WAIT_MILLISECONDS);
  const changed = await database.write(async (tx) => {
    const { user } = await lockSignedIn(tx, ctx, userId);
    if ((user.coins_sent_from !== null) === on) return false;
    if (on) {
      await updateUser(tx, userId, { coins_sent_from: from });
      const mail = sendingOnMail(user.first_name, from, config);
      await queueMail(tx, services, { to: user.email, mail });
    } else {
      await turnSendingOff(tx, services, user);
    }
    return true;
  });
  if (changed) securityLog.note(ctx, on ? "coin-sending-on" : "coin-sending-off", { account: userId });
  return readSending(services, userId);
}
