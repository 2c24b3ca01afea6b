/** What kind of account a row of `users` is. */
import type { Role, User } from "./tables.ts";

/** How roles are kept: a JSON array of their names. */
export const rolesText = (roles: readonly Role[]): string => JSON.stringify(roles);

/** An account's roles, in the order they were given; none for former staff. */
export const rolesOf = ({ roles }: Pick<User, "roles">): readonly Role[] => JSON.parse(roles) as Role[];

/** What the column holds for a customer. Anything else is staff, or former staff. */
export const CUSTOMER_ROLES: readonly string[] = [rolesText(["regular-user"]), rolesText(["partner"])];

export const isPartner = ({ roles }: Pick<User, "roles">): boolean => roles === rolesText(["partner"]);

export const isCustomer = ({ roles }: Pick<User, "roles">): boolean => CUSTOMER_ROLES.includes(roles);
