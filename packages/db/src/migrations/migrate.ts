import { CompiledQuery } from "kysely";
import { isMissingColumn, isMissingTable } from "../handles/dialects/errors.ts";
import type { Database, WriteTx } from "../handles/handles.ts";
import { foundation } from "./0001-foundation.ts";
import { markets } from "./0002-markets.ts";
import { accounts } from "./0003-accounts.ts";
import { customers } from "./0004-customers.ts";
import { staff } from "./0005-staff.ts";
import { mail } from "./0006-mail.ts";
import { books } from "./0007-books.ts";
import { banks } from "./0008-banks.ts";
import { transactions } from "./0009-transactions.ts";
import { onramp } from "./0010-onramp.ts";
import { events } from "./0011-events.ts";
import { position } from "./0012-position.ts";
import { chains } from "./0013-chains.ts";
import { playChain } from "./0014-play-chain.ts";
import { coinsIn } from "./0015-coins-in.ts";
import { tax } from "./0016-tax.ts";
import { coinsOut } from "./0017-coins-out.ts";
import { compliance } from "./0018-compliance.ts";
import { monitoring } from "./0019-monitoring.ts";
import { hedging } from "./0020-hedging.ts";
import { filings } from "./0021-filings.ts";
import { reserves } from "./0022-reserves.ts";
import { risks } from "./0023-risks.ts";
import { createTable, type Migration } from "./migration.ts";

/** All migrations, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  foundation,
  markets,
  accounts,
  customers,
  staff,
  mail,
  books,
  banks,
  transactions,
  onramp,
  events,
  position,
  chains,
  playChain,
  coinsIn,
  tax,
  coinsOut,
  compliance,
  monitoring,
  hedging,
  filings,
  reserves,
  risks,
];

/** Any number: an advisory lock for processes that migrate the same PostgreSQL database at once. */
const ADVISORY_LOCK = 7_209_311_846;

/** Waits until no other process changes the tables or rights of this PostgreSQL database, until the transaction ends. */
export async function lockMigrations(tx: WriteTx): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${ADVISORY_LOCK})`));
}

/** A newer program has changed the tables in a way that this one does not know. */
export class NewerSchemaError extends Error {
  override readonly name = "NewerSchemaError";
  /** Names of the migrations that are not known here. */
  readonly unknown: readonly string[];
  constructor(unknown: readonly string[]) {
    super(`the tables were changed by ${unknown.join(", ")}, which this program does not know`);
    this.unknown = unknown;
  }
}

/** The database has tables, and they are another product's. */
export class ForeignTablesError extends Error {
  override readonly name = "ForeignTablesError";
  constructor(tables: readonly string[]) {
    super(`the database belongs to something else: it has ${tables.slice(0, 3).join(", ")}`);
  }
}

/**
 * Brings the database to the newest schema. Each migration runs in one transaction with the note that it did,
 * so that a crash leaves none half done; doing it again, or from several processes at once, changes nothing.
 * @throws NewerSchemaError, ForeignTablesError, before anything is changed
 */
export async function migrate(database: Database): Promise<void> {
  const lacked = await lackedMigrations(database);
  for (const migration of lacked) {
    await database.write(
      async (tx) => {
        if (database.dialect === "postgres") await lockMigrations(tx);
        await tx.executeQuery(
          CompiledQuery.raw(
            createTable(database.dialect, "if not exists schema_migrations", "name text primary key"),
          ),
        );
        const done = await tx
          .selectFrom("schema_migrations")
          .select("name")
          .where("name", "=", migration.name)
          .executeTakeFirst();
        if (done !== undefined) return;
        for (const statement of migration.statements(database.dialect)) {
          await tx.executeQuery(CompiledQuery.raw(statement));
        }
        await tx.insertInto("schema_migrations").values({ name: migration.name }).execute();
      },
      { patient: true },
    );
  }
}

/** A migration that a database lacks. */
export interface PendingMigration {
  readonly name: string;
  /** How many statements change its tables. */
  readonly statements: number;
}

/**
 * The migrations that the database still lacks, oldest first; all of them if it has no tables yet.
 * @throws NewerSchemaError
 */
export async function listPendingMigrations(database: Database): Promise<PendingMigration[]> {
  const lacked = await lackedMigrations(database);
  return lacked.map(({ name, statements }) => ({ name, statements: statements(database.dialect).length }));
}

/**
 * Names of the migrations that the database still lacks, oldest first. Changes by a newer program do not matter: a program that
 * runs already goes on while the next version is started.
 */
export async function pendingMigrations(database: Database): Promise<string[]> {
  return lackedOf(await appliedMigrations(database)).map(({ name }) => name);
}

/** @throws NewerSchemaError */
async function lackedMigrations(database: Database): Promise<Migration[]> {
  const done = await appliedMigrations(database);
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = [...done].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown.toSorted());
  return lackedOf(done);
}

const lackedOf = (done: ReadonlySet<string>): Migration[] => MIGRATIONS.filter(({ name }) => !done.has(name));

/** @throws ForeignTablesError */
async function appliedMigrations(database: Database): Promise<ReadonlySet<string>> {
  try {
    return await readApplied(database);
  } catch (error) {
    if (!isMissingTable(error) && !isMissingColumn(error)) throw error;
    const tables = await listTables(database);
    if (tables.length === 0) return new Set();
    // Another process may just have made them.
    if (isMissingTable(error) && tables.includes("schema_migrations")) return readApplied(database);
    throw new ForeignTablesError(tables);
  }
}

async function readApplied(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.read.selectFrom("schema_migrations").select("name").execute();
  return new Set(rows.map(({ name }) => name));
}

const TABLES = {
  postgres: "select tablename as name from pg_tables where schemaname = current_schema() order by 1",
  sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by 1",
};

async function listTables(database: Database): Promise<string[]> {
  const query = CompiledQuery.raw(TABLES[database.dialect]);
  const { rows } = await database.write((tx) => tx.executeQuery<{ name: string }>(query));
  return rows.map(({ name }) => name);
}
