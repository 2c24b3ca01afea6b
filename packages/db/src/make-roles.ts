/** The two roles of an installation on PostgreSQL, and its database: one role owns the tables, the other runs the program. */
import pg from "pg";

/** Names of the roles and the database, which need no quotes, and the roles' passwords. */
export interface RolePlan {
  readonly database: string;
  readonly owner: { readonly name: string; readonly password: string };
  readonly running: { readonly name: string; readonly password: string };
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** As SQL for an administrator's `psql`. The owner may create databases, which a check of a backup needs. */
export const roleStatements = ({ database, owner, running }: RolePlan): readonly string[] => [
  `create role ${owner.name} login createdb password ${literal(owner.password)}`,
  `create role ${running.name} login password ${literal(running.password)}`,
  `create database ${database} owner ${owner.name}`,
];

/** The server refuses an administrator, or has something else under these names; the message says what to do. */
export class RolesError extends Error {
  override readonly name = "RolesError";
}

/** Whether someone is let in, or PostgreSQL's code of why not. @throws if no server answers */
export async function loginFailure(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code !== undefined) return error.code;
    throw error;
  }
}

async function exists(client: pg.Client, statement: string, name: string): Promise<boolean> {
  return ((await client.query(statement, [name])).rowCount ?? 0) > 0;
}

/** Nothing that is there is changed: it may be another product's. @throws RolesError */
async function requireFree(client: pg.Client, { database, owner, running }: RolePlan): Promise<void> {
  if (await exists(client, "select 1 from pg_database where datname = $1", database))
    throw new RolesError(`the database ${database} is there already: name another, or drop it`);
  for (const { name } of [owner, running])
    if (await exists(client, "select 1 from pg_roles where rolname = $1", name))
      throw new RolesError(`the role ${name} is there already: name another database, or drop the role`);
}

/**
 * Makes the roles and the database as an administrator.
 * @param url of any database of the server
 * @throws RolesError, before anything is made; and if no server answers
 */
export async function makeRoles(url: string, plan: RolePlan): Promise<void> {
  const refused = await loginFailure(url);
  const { username } = new URL(url);
  if (refused !== undefined)
    throw new RolesError(`the administrator ${username} is not let in (${refused}): look at the password`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const rights = await exists(
      client,
      "select 1 from pg_roles where rolname = current_user and (rolsuper or (rolcreaterole and rolcreatedb)) and $1 <> ''",
      username,
    );
    if (!rights)
      throw new RolesError(`${username} may not create roles and databases: name an administrator`);
    await requireFree(client, plan);
    for (const statement of roleStatements(plan)) await client.query(statement);
  } finally {
    await client.end();
  }
}
