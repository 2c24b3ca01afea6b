/** Kind of account of a row of `users`. */
import type { Role, User } from "./tables.ts";

/** How roles are kept: a JSON array of their names. */
export const rolesText = (roles: readonly Role[]): string => JSON.stringify(roles);

/** The texts that were read, of which the column's check allows some sixty: each request reads one. */
const readTexts = new Map<string, readonly Role[]>();

/** An account's roles, in the order they were given; none for former staff. */
export function rolesOf({ roles }: Pick<User, "roles">): readonly Role[] {
  const known = readTexts.get(roles);
  if (known !== undefined) return known;
  const read = Object.freeze(JSON.parse(roles) as Role[]);
  readTexts.set(roles, read);
  return read;
}

/** Value of the column for a customer. Anything else is staff, or former staff. */
export const CUSTOMER_ROLES: readonly string[] = [rolesText(["regular-user"]), rolesText(["partner"])];

export const isPartner = ({ roles }: Pick<User, "roles">): boolean => roles === rolesText(["partner"]);

export const isCustomer = ({ roles }: Pick<User, "roles">): boolean => CUSTOMER_ROLES.includes(roles);
