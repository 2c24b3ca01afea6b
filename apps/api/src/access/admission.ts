import type { Permission, Role, UserStatus } from "@wattle/contracts/accounts";
import { findUserByEmail, findUserById } from "@wattle/db/accounts";
import { rolesOf } from "@wattle/db/roles";
import type { Reader } from "@wattle/db/database";
import type { SessionUser } from "@wattle/db/sessions";
import type { User } from "@wattle/db/tables";
import type { Config } from "../config.ts";

/** The account behind a request, read from the database for each request and never trusted from the browser. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly status: UserStatus;
  /** One of a customer, or those of staff. */
  readonly roles: readonly Role[];
  readonly permissions: readonly Permission[];
  readonly default_country: string;
  readonly email_verified_at: bigint | null;
  /** The partner whose link brought this customer. */
  readonly referred_by: string | null;
}

/** Everything that lets an account in asks here: sessions, tokens, passwords, reset links, the command line. */
type Admission = Pick<Config, "DEMO">;

/**
 * Whether an account counts at all. The password of a demo account is public, so elsewhere it is as if it were not there; so
 * is the account of former staff, who have no role.
 */
const isAdmitted = ({ DEMO }: Admission, row: Pick<User, "is_demo" | "roles">): boolean =>
  (DEMO || row.is_demo === 0n) && rolesOf(row).length > 0;

/** The account as the one who acts; null if it is not let in. */
export function admittedUser(admission: Admission, row: SessionUser): SignedInUser | null {
  if (!isAdmitted(admission, row)) return null;
  return {
    id: row.id,
    email: row.email,
    first_name: row.first_name,
    status: row.status,
    roles: rolesOf(row),
    permissions: JSON.parse(row.permissions) as Permission[],
    default_country: row.default_country,
    email_verified_at: row.email_verified_at,
    referred_by: row.referred_by,
  };
}

/** The account of an email address, to sign in or to get a new password; undefined if it is unknown or not let in. */
export async function findAdmittedUser(
  admission: Admission,
  reader: Reader,
  email: string,
): Promise<User | undefined> {
  const row = await findUserByEmail(reader, email);
  return row !== undefined && isAdmitted(admission, row) ? row : undefined;
}

/** The same by the account's identifier. */
export async function findAdmittedUserById(
  admission: Admission,
  reader: Reader,
  id: string,
): Promise<User | undefined> {
  const row = await findUserById(reader, id);
  return row !== undefined && isAdmitted(admission, row) ? row : undefined;
}
