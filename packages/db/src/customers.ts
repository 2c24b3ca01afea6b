/** Customers as the desk looks for them and changes their state. Accounts of staff are not among them. */
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { findUserById } from "./accounts.ts";
import { CUSTOMER_ROLES, isCustomer } from "./roles.ts";
import { SHARED_KINDS, type HashedKind, type SearchHash } from "./sealed/search-hashes.ts";
import type { User, UserChanges, UserStatus } from "./tables.ts";
import type { AnyReader, Reader, WriteTx } from "./handles/handles.ts";
import { readSomePage, type PageNumber } from "./pages.ts";

interface CustomerSearch extends PageNumber {
  /** Part of an email address or a name, or a whole id; everyone without it. */
  readonly query?: string | undefined;
  /** Hashes of the query as each kind: for those who have it. */
  readonly hashes?: Partial<Record<HashedKind, readonly SearchHash[]>>;
  readonly status?: UserStatus | undefined;
}

/** As the indexes of customers have it, word for word: a parameter cannot be matched with them. */
const OF_CUSTOMERS = CUSTOMER_ROLES.map((roles) => sql.lit(roles));

/** Names of a customer, as the index of its parts has them, word for word. */
const CALLED = sql<string>`lower(first_name || ' ' || last_name || ' ' || email)`;

/** A LIKE pattern's own signs in a text find any character in their place, which does no harm. */
const calledBy = (text: string): RawBuilder<SqlBool> => sql`${CALLED} like ${`%${text}%`}`;

/**
 * Whether a customer's name or email address has a text in it, on a query of `users`. The part after an `@` ends a
 * million addresses, whose trigrams an index would all read: it is compared with the results for the beginning.
 * @param text in lower case
 */
export function isCalled(text: string): RawBuilder<SqlBool> {
  const beginning = text.slice(0, text.indexOf("@") + 1);
  return beginning.length < 2 || beginning === text
    ? calledBy(text)
    : sql`(${calledBy(beginning)} and ${CALLED} || '' like ${`%${text}%`})`;
}

/** Customers whose name or email address has a text in it; undefined if there are more than `most`. */
export async function idsCalled(
  reader: AnyReader,
  text: string,
  most: number,
): Promise<string[] | undefined> {
  const users = await reader
    .selectFrom("users")
    .select("id")
    .where(isCalled(text.toLowerCase()))
    .limit(BigInt(most + 1))
    .execute();
  return users.length > most ? undefined : users.map(({ id }) => id);
}

/** Far more than a page of those who share a value; a made-up number may have any number of them. */
const MOST_HASHED = 1000;

async function idsByHash(
  reader: AnyReader,
  { account_number: numbers = [], ...shared }: NonNullable<CustomerSearch["hashes"]>,
): Promise<string[]> {
  const hashes = Object.values(shared).flat();
  const personal = reader
    .selectFrom("personal_hashes")
    .select("user_id")
    // A hash is only of its kind; the index begins with the kind.
    .where("kind", "in", SHARED_KINDS)
    .where("hash", "in", hashes);
  const numbered = reader.selectFrom("account_number_hashes").select("user_id").where("hash", "in", numbers);
  const rows = [
    ...(hashes.length === 0 ? [] : await personal.limit(BigInt(MOST_HASHED)).execute()),
    ...(numbers.length === 0 ? [] : await numbered.limit(BigInt(MOST_HASHED)).execute()),
  ];
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** A customer's account; undefined for one of staff, too. */
export async function findCustomerById(reader: Reader, id: string): Promise<User | undefined> {
  const user = await findUserById(reader, id);
  return user !== undefined && isCustomer(user) ? user : undefined;
}

/** The next customers in the order of their identifiers: a walk meets each once. */
export const customersAfter = (
  reader: AnyReader,
  after: string | undefined,
  limit: bigint,
): Promise<User[]> =>
  reader
    .selectFrom("users")
    .selectAll()
    .where("roles", "in", OF_CUSTOMERS)
    .where("id", ">", after ?? "")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Customers, newest first; `total` counts all that match. */
export async function searchCustomers(
  reader: AnyReader,
  { query, hashes = {}, status, ...page }: CustomerSearch,
): Promise<{ rows: User[]; total: number }> {
  let chosen = reader.selectFrom("users").where("roles", "in", OF_CUSTOMERS);
  if (status !== undefined) chosen = chosen.where("status", "=", status);
  const words = query?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  if (words.length > 0) {
    const hashed = await idsByHash(reader, hashes);
    chosen = chosen.where((user) => {
      const named = user.and(words.map((word) => user.or([user("id", "=", word), isCalled(word)])));
      return hashed.length === 0 ? named : user.or([named, user("id", "in", hashed)]);
    });
  }
  return readSomePage(reader, chosen.selectAll(), page);
}

/**
 * Changes a customer's account that is in one of the given states. Undefined, and nothing is written, if it is in
 * another: of two concurrent calls one wins.
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
