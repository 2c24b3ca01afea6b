import { DAY_MILLISECONDS } from "@wattle/contracts/days";
import type { ClosedAccount, ClosingObstacle, ClosingPlan } from "@wattle/contracts/closing";
import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import { lockUser } from "@wattle/db/accounts";
import { closingObstacles, findClosure, insertClosure, keepsByLaw, type Closer } from "@wattle/db/closures";
import type { Reader, WriteTx } from "@wattle/db/database";
import { heldKinds } from "@wattle/db/holds";
import type { AccountClosure, User } from "@wattle/db/tables";
import { logOf, type Logged, type Operator } from "../audit/record-act.ts";
import { isoTime } from "../clock.ts";
import { accountClosedMail } from "../mail/data-mails.ts";
import { queueMail, type MailServices } from "../mail/queue-mail.ts";
import { momentText } from "../moment-text.ts";
import type { Services } from "../services.ts";

const MESSAGES = {
  balance: OWN_MESSAGES.closeBalance,
  deposit: OWN_MESSAGES.closeDeposit,
  withdrawal: OWN_MESSAGES.closeWithdrawal,
  card: OWN_MESSAGES.closeCard,
  owed: OWN_MESSAGES.closeOwed,
  payment: OWN_MESSAGES.closePayment,
  changed: OWN_MESSAGES.closeChanged,
  recovery: OWN_MESSAGES.closeRecovery,
} as const satisfies Record<ClosingObstacle, string>;

/** A moment so many years on, or back; milliseconds since 1970. */
export function yearsFrom(time: number, years: number): number {
  const moment = new Date(time);
  moment.setUTCFullYear(moment.getUTCFullYear() + years);
  return moment.getTime();
}

/** Until when the law keeps what it keeps of an account that is closed at `closedAt`. */
const keptUntil = ({ config }: Pick<Services, "config">, closedAt: bigint): bigint =>
  BigInt(yearsFrom(Number(closedAt), config.RETENTION_YEARS));

/** The same of a closed one; null if it keeps nothing. */
export const closureKeptUntil = (
  services: Pick<Services, "config">,
  { kept, closed_at: closedAt }: Pick<AccountClosure, "kept" | "closed_at">,
): string | null => (kept === 0n ? null : isoTime(keptUntil(services, closedAt)));

const obstaclesOf = (reader: Reader, { clock }: Pick<Services, "clock">, id: string, by: Closer) =>
  closingObstacles(reader, id, {
    by,
    now: BigInt(clock.now()),
    dayAgo: BigInt(clock.now() - DAY_MILLISECONDS),
  });

/** Effects of closing an account at this moment. */
export async function planClosing(
  reader: Reader,
  services: Pick<Services, "clock" | "config">,
  id: string,
  by: Closer,
): Promise<ClosingPlan> {
  const obstacles = await obstaclesOf(reader, services, id, by);
  const kept = (await keepsByLaw(reader, id)) ? 1n : 0n;
  return {
    obstacles: obstacles.map((kind) => ({ kind, message: MESSAGES[kind] })),
    kept_until: closureKeptUntil(services, { kept, closed_at: BigInt(services.clock.now()) }),
  };
}

/**
 * Locks the row of an account that is to be closed.
 * @param by any hold stops the customer, as do recent changes of who gets in; only a legal hold stops staff
 * @throws DomainError `not_found`; `state_conflict` if there is money, an open order or a recent change; `account_under_review`
 */
export async function lockClosable(
  tx: WriteTx,
  services: Pick<Services, "clock">,
  id: string,
  by: Closer,
): Promise<User> {
  const user = await lockUser(tx, id);
  if (user === undefined || (await findClosure(tx, id)) !== undefined) throw new DomainError("not_found");
  const holds = heldKinds(user);
  if (by === "the customer" ? holds.length > 0 : holds.includes("erasure")) {
    throw new DomainError("account_under_review");
  }
  const [first] = await obstaclesOf(tx, services, id, by);
  if (first !== undefined) throw new DomainError("state_conflict", { message: MESSAGES[first] });
  return user;
}

/** Closes an account that `lockClosable` has locked: from the commit on no one gets in. */
export async function closeLocked(
  tx: WriteTx,
  services: Logged<MailServices>,
  user: User,
  { by, internalNote }: { readonly by: Operator; readonly internalNote?: InternalNote },
): Promise<ClosedAccount> {
  const { config, clock, ids } = services;
  const { id, email } = user;
  const closedAt = BigInt(clock.now());
  const kept = (await keepsByLaw(tx, id)) ? 1n : 0n;
  const until = closureKeptUntil(services, { kept, closed_at: closedAt });
  // Before the address is gone, by which staff are kept from their own accounts.
  await services.log({
    action: "customer.closed",
    subject: id,
    details: { kept_until: until, internal_note: internalNote },
  });
  const mailId = ids.uuid();
  const day = until === null ? null : momentText(Date.parse(until), config.TIME_ZONE).split(",")[0];
  await queueMail(tx, services, {
    id: mailId,
    to: email,
    mail: accountClosedMail(user.first_name, day ?? null),
  });
  await insertClosure(tx, {
    user_id: id,
    email,
    email_since: user.email_verified_at,
    closed_at: closedAt,
    closed_by: by.id,
    kept,
    closing_mail: mailId,
  });
  return { id, closed_at: isoTime(closedAt), kept_until: until };
}

/**
 * Closes a customer's own account.
 * @throws DomainError as `lockClosable`
 */
export const closeOwnAccount = (
  services: MailServices & Pick<Services, "database">,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<ClosedAccount> =>
  services.database.write(async (tx) => {
    const user = await lockClosable(tx, services, id, "the customer");
    const by = { id, email };
    return closeLocked(tx, { ...services, log: logOf(tx, services, by) }, user, { by });
  });
