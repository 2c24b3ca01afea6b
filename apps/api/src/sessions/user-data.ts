import type { Permission, UserData } from "@wattle/contracts/accounts";
import { DomainError } from "@wattle/contracts/errors";
import { findUserById } from "@wattle/db/accounts";
import { isCustomer, rolesOf } from "@wattle/db/roles";
import type { Database } from "@wattle/db/database";
import type { User as UserRow } from "@wattle/db/tables";
import { readBalances } from "../balances/read-balances.ts";
import { isoTime } from "../clock.ts";
import { partnerLink } from "../partners/partner-link.ts";
import type { Services } from "../services.ts";

/** Parts of the answer. */
export type UserDataServices = Pick<Services, "config" | "database" | "markets" | "vault">;

/**
 * Answer of login, registration and the user's own page.
 * @throws DomainError `not_found` for former staff
 */
export async function userDataOf(
  services: Omit<UserDataServices, "database"> & { readonly database: Pick<Database, "read"> },
  row: UserRow,
): Promise<UserData> {
  const profile = { partner_link: partnerLink(services, row) };
  const permissions = JSON.parse(row.permissions) as Permission[];
  const roles = rolesOf(row);
  const [role] = roles;
  if (role === undefined) throw new DomainError("not_found");
  return {
    user: {
      id: row.id,
      first_name: row.first_name,
      middle_name: services.vault.open("users.middle_name", row.id, row.middle_name),
      last_name: row.last_name,
      email: row.email,
      phone: services.vault.open("users.phone", row.id, row.phone),
      status: row.status,
      // Only what was written for the customer: why the identity was sent back.
      status_reason: row.status === "rejected" ? row.status_reason : null,
      default_country: row.default_country,
      email_verified_at: row.email_verified_at === null ? null : isoTime(row.email_verified_at),
      created_at: isoTime(row.created_at),
      profile,
      roles: roles.map((name) => ({ name })),
      permissions,
    },
    profile,
    role,
    // Staff have no balance, not even an empty one.
    balance: isCustomer(row) ? await readBalances(services, row) : {},
    permissions,
  };
}

/** @throws DomainError `not_found` when the account is gone */
export async function readUserData(services: UserDataServices, userId: string): Promise<UserData> {
  const row = await findUserById(services.database.read, userId);
  if (row === undefined) throw new DomainError("not_found");
  return userDataOf(services, row);
}
