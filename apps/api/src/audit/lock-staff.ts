import { staffRolesOf } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import type { WriteTx } from "@wattle/db/database";
import { rolesOf } from "@wattle/db/roles";
import { lockUsers } from "@wattle/db/staff";
import type { User } from "@wattle/db/tables";
import { staffMay } from "@wattle/contracts/staff-access";

/** Whether an account may do, or approve, an act at this moment. */
export const mayAct = (user: User, act: string): boolean =>
  user.status !== "blocked" && staffMay(staffRolesOf(rolesOf(user)), act);

/**
 * Holds the rows of members of staff until the transaction ends, and judges once more what the guard judged: the call may have waited.
 * The command line's own name has no row.
 * @throws DomainError `forbidden`
 */
export async function lockStaff(tx: WriteTx, userId: string, act: string, others: string[] = []) {
  const locked = await lockUsers(tx, [userId, ...others]);
  const user = locked.find(({ id }) => id === userId);
  if (user !== undefined && !mayAct(user, act)) throw new DomainError("forbidden");
  return locked;
}
