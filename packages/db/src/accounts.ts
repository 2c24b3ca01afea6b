/** A customer's login and person. (The books' accounts are in `ledger/accounts`.) */
import type { NewUser, User, UserChanges } from "./tables.ts";
import { readStatement } from "./handles/statement.ts";
import type { Reader, WriteTx } from "./handles/handles.ts";

const userById = readStatement<{ id: string }, User>("user_by_id", (db, parameter) =>
  db.selectFrom("users").selectAll().where("id", "=", parameter("id")),
);

const userByEmail = readStatement<{ email: string }, User>("user_by_email", (db, parameter) =>
  db.selectFrom("users").selectAll().where("email", "=", parameter("email")),
);

export async function findUserById(reader: Reader, id: string): Promise<User | undefined> {
  const [user] = await reader.run(userById, { id });
  return user;
}

/**
 * Reads a user and holds the row until the transaction ends: the row and everything that belongs to it cannot change
 * meanwhile. Only reading would not do on PostgreSQL; SQLite has one writer at a time anyway.
 */
export async function lockUser(tx: WriteTx, id: string): Promise<User | undefined> {
  return tx
    .updateTable("users")
    .set((user) => ({ status: user.ref("status") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Finds a user by email address, in whatever case it is given. */
export async function findUserByEmail(reader: Reader, email: string): Promise<User | undefined> {
  const [user] = await reader.run(userByEmail, { email: email.toLowerCase() });
  return user;
}

/** Those of some email addresses, in lower case, that accounts have. */
export async function emailsInUse(reader: Reader, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await reader.selectFrom("users").select("email").where("email", "in", emails).execute();
  return new Set(rows.map(({ email }) => email));
}

/** How often staff have forgiven the failed logins for an email address; 0 if no account has it. */
export const loginUnlocks = async (reader: Reader, email: string): Promise<bigint> =>
  (await findUserByEmail(reader, email))?.login_unlocks ?? 0n;

/** Forgives an account's failed logins. */
export async function addLoginUnlock(tx: WriteTx, id: string): Promise<void> {
  await tx
    .updateTable("users")
    .set((user) => ({ login_unlocks: user("login_unlocks", "+", 1n) }))
    .where("id", "=", id)
    .execute();
}

/** How many accounts demo data made. */
export async function countDemoUsers(reader: Reader): Promise<number> {
  const { total } = await reader
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<bigint>().as("total"))
    .where("is_demo", "=", 1n)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Finds the partner whose link carries `hash`. */
export async function findUserByPartnerHash(reader: Reader, hash: string): Promise<User | undefined> {
  return reader.selectFrom("users").selectAll().where("partner_hash", "=", hash).executeTakeFirst();
}

/**
 * Stores a new user, the email address in lower case. A taken address is a unique violation
 * (`isUniqueViolation`).
 */
export async function insertUser(tx: WriteTx, user: NewUser): Promise<void> {
  await tx
    .insertInto("users")
    .values({ ...user, email: user.email.toLowerCase() })
    .execute();
}

/** Changes the given columns of a user; false if there is no such user. */
export async function updateUser(tx: WriteTx, id: string, changes: UserChanges): Promise<boolean> {
  const updated = await tx
    .updateTable("users")
    .set(changes.email === undefined ? changes : { ...changes, email: changes.email.toLowerCase() })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
}
