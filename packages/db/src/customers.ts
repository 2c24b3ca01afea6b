/** Customers as the back office looks for them and changes their state. Accounts of staff are not among them. */
import { findUserById } from "./accounts.ts";
import { CUSTOMER_ROLES, isCustomer } from "./roles.ts";
import type { SearchHash } from "./sealed/search-hashes.ts";
import type { User, UserChanges, UserStatus } from "./tables.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";
import { readPage, type PageNumber } from "./pages.ts";

interface CustomerSearch extends PageNumber {
  /** Part of an email address or a name, or a whole id; everyone without it. */
  readonly query?: string | undefined;
  /** What the query hashes to, for those who have it as a phone, document number, birth date or bank account. */
  readonly hashes?: readonly SearchHash[];
  readonly status?: UserStatus | undefined;
}

/** A LIKE pattern's own signs; a search that has them finds any character in their place, which does no harm. */
const sqlPattern = (word: string): string => `%${word}%`;

/** A customer's account; undefined for one of staff, too. */
export async function findCustomerById(reader: Reader, id: string): Promise<User | undefined> {
  const user = await findUserById(reader, id);
  return user !== undefined && isCustomer(user) ? user : undefined;
}

/** Customers, newest first; `total` counts all that match. */
export async function searchCustomers(
  reader: Reader,
  { query, hashes = [], status, ...page }: CustomerSearch,
): Promise<{ rows: User[]; total: number }> {
  let chosen = reader.selectFrom("users").where("roles", "in", CUSTOMER_ROLES);
  if (status !== undefined) chosen = chosen.where("status", "=", status);
  const words = query?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  if (words.length > 0) {
    chosen = chosen.where((user) => {
      const holds = (column: "email" | "first_name" | "last_name", word: string) =>
        user(user.fn<string>("lower", [column]), "like", sqlPattern(word));
      const named = words.map((word) =>
        user.or([
          user("id", "=", word),
          holds("email", word),
          holds("first_name", word),
          holds("last_name", word),
        ]),
      );
      const hashed = user.selectFrom("personal_hashes").select("user_id").where("hash", "in", hashes);
      return hashes.length === 0 ? user.and(named) : user.or([user.and(named), user("id", "in", hashed)]);
    });
  }
  return readPage(chosen.selectAll(), page);
}

/**
 * Changes a customer's account that is in one of the given states; undefined, and nothing is written, where it is in another: of
 * two concurrent calls one wins.
 */
export async function changeUserInStatus(
  tx: WriteTx,
  id: string,
  from: readonly UserStatus[],
  changes: UserChanges,
): Promise<User | undefined> {
  return tx
    .updateTable("users")
    .set(changes)
    .where("id", "=", id)
    .where("roles", "in", CUSTOMER_ROLES)
    .where("status", "in", from)
    .returningAll()
    .executeTakeFirst();
}
