import type { Permission } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import type { HoldKind } from "@wattle/contracts/holds";
import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import { heldKinds } from "@wattle/db/holds";
import type { Standing, User, UserStatus } from "@wattle/db/tables";

/** Whether a customer's identity is checked or verified. */
export const isIdentitySent = (status: UserStatus): boolean => status === "pending" || status === "verified";

/**
 * The same as `checkStillVerified` for what may be done while the identity is checked.
 * @throws DomainError `account_blocked`, `identity_unverified`
 */
export function checkIdentityStillSent(status: UserStatus): void {
  if (status === "blocked") throw new DomainError("account_blocked");
  if (!isIdentitySent(status)) throw new DomainError("identity_unverified");
}

/**
 * Judges a customer's status once more inside the transaction that writes: the guard's judgement may be as old as the longest
 * wait for a lock.
 * @throws DomainError `account_blocked`, `identity_unverified`
 */
export function checkStillVerified(status: UserStatus): void {
  if (status === "blocked") throw new DomainError("account_blocked");
  if (status !== "verified") throw new DomainError("identity_unverified");
}

/**
 * The same for a transaction that moves money. Holds are judged only here.
 * @param act what the customer does
 * @throws DomainError as `checkStillVerified`, `account_under_review` if staff hold such acts
 */
export function checkStanding(standing: Standing, act: HoldKind): void {
  checkStillVerified(standing.status);
  if (heldKinds(standing).includes(act)) throw new DomainError("account_under_review");
}

/** The hold that keeps a customer from what a permission is for. */
const HELD_BY = {
  "deposit-money": "deposits",
  "withdraw-money": "withdrawals",
} as const satisfies Record<Permission, HoldKind>;

/**
 * Reads a customer who holds a permission, and holds the row until the transaction ends. It judges once more what the guard judged.
 * @throws DomainError `unauthenticated`, `forbidden` without the permission, and as `checkStillVerified`
 */
export async function lockPermitted(tx: WriteTx, userId: string, permission: Permission): Promise<User> {
  const user = await lockUser(tx, userId);
  if (user === undefined) throw new DomainError("unauthenticated");
  checkStillVerified(user.status);
  const permissions = JSON.parse(user.permissions) as Permission[];
  if (!permissions.includes(permission)) throw new DomainError("forbidden");
  return user;
}

/**
 * The same for the customer that a movement of money belongs to.
 * @throws DomainError as `lockPermitted` and `checkStanding`
 */
export async function lockCustomer(tx: WriteTx, userId: string, permission: Permission): Promise<User> {
  const user = await lockPermitted(tx, userId, permission);
  checkStanding(user, HELD_BY[permission]);
  return user;
}
