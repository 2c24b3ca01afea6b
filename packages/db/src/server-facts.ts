/** How a PostgreSQL server keeps what it is told, and what the role of a connection may do there. */
import { CompiledQuery } from "kysely";
import type { Database } from "./handles/handles.ts";
import { changeableTables } from "./migrations/migrate-as.ts";

export interface ServerFacts {
  readonly version: string;
  /** The server's clock, in milliseconds since 1970. */
  readonly now: number;
  /** Settings that say whether a commit outlives a crash, each as the server has it: `on`. */
  readonly durability: Readonly<Record<"fsync" | "full_page_writes" | "synchronous_commit", string>>;
  readonly role: string;
  readonly isSuperuser: boolean;
  readonly mayCreateDatabases: boolean;
  /** Append-only tables that the role could change after all. */
  readonly changeable: readonly string[];
}

const FACTS = `select current_setting('server_version') as version,
  floor(extract(epoch from clock_timestamp()) * 1000)::text as now,
  current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit,
  rolname as role, rolsuper as superuser, rolcreatedb or rolsuper as creates
  from pg_roles where rolname = current_user`;

interface Row {
  readonly version: string;
  readonly now: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly role: string;
  readonly superuser: boolean;
  readonly creates: boolean;
}

/** As a connection that writes sees it. @returns undefined for SQLite */
export async function readServerFacts(database: Database): Promise<ServerFacts | undefined> {
  if (database.dialect !== "postgres") return undefined;
  return database.write(async (tx) => {
    const [row] = (await tx.executeQuery<Row>(CompiledQuery.raw(FACTS))).rows;
    if (row === undefined) throw new Error("the server does not say who asks it");
    const { version, fsync, full_page_writes, synchronous_commit, role } = row;
    return {
      version,
      now: Number.parseInt(row.now, 10),
      durability: { fsync, full_page_writes, synchronous_commit },
      role,
      isSuperuser: row.superuser,
      mayCreateDatabases: row.creates,
      changeable: await changeableTables(tx),
    };
  });
}
