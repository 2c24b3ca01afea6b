import { openDatabase, type Database } from "@wattle/db/database";
import { prepareDatabase, readPending } from "../../prepare-database.ts";
import type { Command } from "./command.ts";

/** Works with an existing database, which is closed again. @throws if there is none: it is never made here */
async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, { create: false, limited: false });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The tables of the database: the pending migrations, and applying them. */
export const MIGRATE_COMMANDS: readonly Command[] = [
  {
    name: "migrate",
    takes: "[--dry-run]",
    about: "bring an existing database up to date, as a start does; --dry-run says what would be changed",
    options: { "dry-run": { type: "boolean" } },
    machine: "setup",
    async run(context) {
      const { config } = context;
      const { DATABASE_URL: url, MIGRATION_DATABASE_URL: owner = url } = config;
      const pending = await withDatabase(owner, readPending);
      context.table(
        pending.map(({ name, statements }) => ({ migration: name, statements })),
        "the database is up to date",
      );
      if (context.flag("dry-run") || pending.length === 0) return;
      await withDatabase(url, (database) => prepareDatabase(config, database));
      if (!context.flag("json")) context.line(`${pending.length} migrations are done`);
    },
  },
];
