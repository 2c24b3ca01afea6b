import { PostgresDatabase } from "./dialects/postgres.ts";
import { SqliteDatabase } from "./dialects/sqlite.ts";
import type { Database } from "./transaction.ts";

export { isDatabaseAway, isUniqueViolation, isUnstorableText } from "./dialects/errors.ts";
export type { Database, Dialect, ReadDb, Reader, WriteTx } from "./transaction.ts";

const SQLITE_PREFIX = "sqlite:";

/**
 * Opens the database that `url` names: `sqlite:./path.db` (a file, created with its directory where missing)
 * or `postgres://…`. Its tables are made by `migrate`. Throws on any other url; the message never repeats the
 * url, which may bear a password.
 */
export async function openDatabase(url: string): Promise<Database> {
  if (url.startsWith(SQLITE_PREFIX)) {
    const path = url.slice(SQLITE_PREFIX.length).replace(/^\/\/(?=[./])/, "");
    if (path === "" || path.startsWith(":")) {
      throw new Error("sqlite: needs the path of a file; a database in memory is not supported");
    }
    return new SqliteDatabase(path);
  }
  if (url.startsWith("postgres://") || url.startsWith("postgresql://")) return new PostgresDatabase(url);
  throw new Error("a database url begins with sqlite: or postgres://");
}
