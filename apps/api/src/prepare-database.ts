import { openDatabase, type Database } from "@wattle/db/database";
import {
  ForeignTablesError,
  listPendingMigrations,
  migrate,
  NewerSchemaError,
  type PendingMigration,
} from "@wattle/db/migrations/migrate";
import { migrateAs, RunningRoleError } from "@wattle/db/migrations/migrate-as";
import { ConfigError } from "./config-error.ts";
import type { Config } from "./config.ts";
import { seedMarkets } from "./markets/seed-markets.ts";

/** @throws ConfigError if another version of the program, or another product, has made the tables */
async function sayingWhose<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ForeignTablesError)
      throw new ConfigError(`DATABASE_URL: ${error.message}; takes an empty one, or this product's`, {
        cause: error,
      });
    if (!(error instanceof NewerSchemaError)) throw error;
    throw new ConfigError(
      `DATABASE_URL: another version of the program has made this database (${error.unknown.join(", ")}): use that version, or an empty database`,
      { cause: error },
    );
  }
}

/** Pending changes of the tables. @throws ConfigError if another version of the program has made them */
export const readPending = (database: Database): Promise<PendingMigration[]> =>
  sayingWhose(listPendingMigrations(database));

/** Brings the database up to date, with all that every installation has. @throws ConfigError if that cannot be */
export async function prepareDatabase(config: Config, database: Database): Promise<void> {
  // A migration has no time limit, so a server that does not answer must be noticed before.
  await database.ping();
  const { MIGRATION_DATABASE_URL: owner } = config;
  await sayingWhose(owner === undefined ? migrate(database) : migrateByOwner(owner, database));
  await seedMarkets(database);
}

/** @throws ConfigError if the two roles do not fit */
async function migrateByOwner(url: string, database: Database): Promise<void> {
  const owner = await openDatabase(url);
  const refuse = (what: string): never => {
    throw new ConfigError(
      `MIGRATION_DATABASE_URL: ${what}; takes postgres://… of the role that owns the tables, and DATABASE_URL that of another`,
    );
  };
  try {
    await owner.ping().catch((error: Error & { readonly code?: string }) => {
      refuse(`the database cannot be opened (${error.code ?? error.message})`);
    });
    await migrateAs(owner, database);
  } catch (error) {
    if (error instanceof RunningRoleError) refuse(error.message);
    throw error;
  } finally {
    await owner.close();
  }
}

/** For what does not change tables. @throws ConfigError if they are older or newer than this program's */
export async function requireUpToDate(database: Database): Promise<void> {
  if ((await readPending(database)).length === 0) return;
  throw new ConfigError(
    "DATABASE_URL: this database is not up to date; start the server once, which changes it",
  );
}
