import type { Permission } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { lockUser } from "@wattle/db/accounts";
import type { WriteTx } from "@wattle/db/database";
import type { User, UserStatus } from "@wattle/db/tables";

/**
 * Judges a customer's status once more inside the transaction that moves money: the guard's judgement may be as old as the
 * longest wait for a lock.
 * @throws DomainError `account_blocked`, `identity_unverified`
 */
export function checkStillVerified(status: UserStatus): void {
  if (status === "blocked") throw new DomainError("account_blocked");
  if (status !== "verified") throw new DomainError("identity_unverified");
}

/**
 * Reads the customer that a movement of money belongs to, holds the row until the transaction ends, and judges by it what
 * the guard judged before.
 * @throws DomainError `unauthenticated`, `account_blocked`, `identity_unverified`, `forbidden` without the permission
 */
export async function lockCustomer(tx: WriteTx, userId: string, permission: Permission): Promise<User> {
  const user = await lockUser(tx, userId);
  if (user === undefined) throw new DomainError("unauthenticated");
  checkStillVerified(user.status);
  const permissions = JSON.parse(user.permissions) as Permission[];
  if (!permissions.includes(permission)) throw new DomainError("forbidden");
  return user;
}
