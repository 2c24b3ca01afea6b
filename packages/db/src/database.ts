import { PostgresDatabase } from "./handles/dialects/postgres.ts";
import { SqliteDatabase } from "./handles/dialects/sqlite.ts";
import type { Database } from "./handles/handles.ts";

export { isDatabaseAway, isUniqueViolation, isUnstorableText } from "./handles/dialects/errors.ts";
export { NotThePrimary } from "./handles/dialects/primary.ts";
export { NotTheStandby } from "./handles/dialects/place.ts";
export { together } from "./handles/together.ts";
export type { Dialect } from "./handles/dialect.ts";
export type { AnyReader, Database, ReadDb, Reader, WriteOptions, WriteTx } from "./handles/handles.ts";

const SQLITE_PREFIX = "sqlite:";

interface OpenOptions {
  /** Whether a file that does not exist is created (yes, unless said). */
  readonly create?: boolean;
  /**
   * Whether PostgreSQL's statements have time limits, and SQLite keeps much of the file in memory (yes, unless said): a server needs
   * both, a long report neither.
   */
  readonly limited?: boolean;
  /** Leads to a standby of a PostgreSQL server, for reads that show and decide nothing. */
  readonly standbyUrl?: string | undefined;
}

/** The file that a `sqlite:` url names; undefined for any other url. */
export const sqlitePath = (url: string): string | undefined =>
  url.startsWith(SQLITE_PREFIX) ? url.slice(SQLITE_PREFIX.length).replace(/^\/\/(?=[./])/, "") : undefined;

/**
 * Opens the database that `url` names: `sqlite:./path.db` (a file, created with its directory where missing)
 * or `postgres://…`. Its tables are made by `migrate`. Throws on any other url; the message never repeats the
 * url, which may hold a password.
 */
export async function openDatabase(
  url: string,
  { create = true, limited = true, standbyUrl }: OpenOptions = {},
): Promise<Database> {
  const path = sqlitePath(url);
  if (path !== undefined) {
    if (path === "" || path.startsWith(":")) {
      throw new Error("sqlite: needs the path of a file; a database in memory is not supported");
    }
    return SqliteDatabase.open(path, { create, limited });
  }
  if (url.startsWith("postgres://") || url.startsWith("postgresql://"))
    return new PostgresDatabase(url, { limited, standbyUrl });
  throw new Error("a database url begins with sqlite: or postgres://");
}

/** The same database for a start: its writes wait as long as it takes for processes that start at the same moment. */
export const patiently = (database: Database): Database => ({
  ...database,
  write: (work, options) => database.write(work, { patient: true, ...options }),
});
