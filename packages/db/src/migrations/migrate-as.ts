import { CompiledQuery } from "kysely";
import { errorCodeOf } from "../handles/dialects/errors.ts";
import type { Database, WriteTx } from "../handles/handles.ts";
import { lockMigrations, migrate } from "./migrate.ts";

/** The running role may do more, or less, than it should; the message is half a sentence that says what. */
export class RunningRoleError extends Error {
  override readonly name = "RunningRoleError";
}

const INSUFFICIENT_PRIVILEGE = "42501";
const NO_OWNER = "its role does not own the tables";

/** Append-only tables are those whose trigger refuses changes. */
const APPEND_ONLY = `select distinct pg_class.oid, pg_class.relname, pg_class.relowner from pg_trigger
  join pg_proc on pg_proc.oid = pg_trigger.tgfoid and pg_proc.proname = 'refuse_change'
  join pg_class on pg_class.oid = pg_trigger.tgrelid`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function rowsOf<R>(tx: WriteTx, text: string): Promise<R[]> {
  return (await tx.executeQuery<R>(CompiledQuery.raw(text))).rows;
}

async function currentRole(tx: WriteTx): Promise<string> {
  const [row] = await rowsOf<{ role: string }>(tx, "select current_user as role");
  return row?.role ?? "";
}

/**
 * Brings a PostgreSQL database up to date as the role that owns its tables, for a program that runs as another one. That one
 * gets what it needs: it reads and writes rows, and only adds them to append-only tables.
 * @throws RunningRoleError if both are one role, or the running one could change append-only tables all the same
 */
export async function migrateAs(owner: Database, running: Database): Promise<void> {
  const role = await running.write(currentRole);
  if ((await owner.write(currentRole)) === role) throw new RunningRoleError(`both are the role ${role}`);
  try {
    await migrate(owner);
    await owner.write(
      async (tx) => {
        await lockMigrations(tx);
        await requireOwner(tx);
        await grantTo(tx, role);
      },
      { patient: true },
    );
  } catch (error) {
    if (errorCodeOf(error) === INSUFFICIENT_PRIVILEGE) throw new RunningRoleError(NO_OWNER);
    throw error;
  }
  const changeable = await running.write(changeableTables);
  if (changeable.length > 0)
    throw new RunningRoleError(`the role ${role} may change ${changeable.join(", ")}: it owns them, or more`);
}

/** A role that may not grant is only warned. @throws RunningRoleError */
async function requireOwner(tx: WriteTx): Promise<void> {
  const others = `select relname from (${APPEND_ONLY}) as append_only where not pg_has_role(relowner, 'usage')`;
  if ((await rowsOf(tx, others)).length > 0) throw new RunningRoleError(NO_OWNER);
}

async function grantTo(tx: WriteTx, role: string): Promise<void> {
  const to = quoted(role);
  const tables = await rowsOf<{ relname: string }>(tx, APPEND_ONLY);
  const addedTo = tables.map(({ relname }) => quoted(relname)).join(", ");
  for (const statement of [
    `grant select, insert, update, delete on all tables in schema public to ${to}`,
    `revoke insert, update, delete on schema_migrations from ${to}`,
    `revoke update, delete, truncate, trigger, references on ${addedTo} from ${to}`,
  ])
    await rowsOf(tx, statement);
}

/** Append-only tables that the role of this connection could change after all. */
export async function changeableTables(tx: WriteTx): Promise<string[]> {
  const rows = await rowsOf<{ relname: string }>(
    tx,
    `select relname from (${APPEND_ONLY}) as append_only
     where has_table_privilege(oid, 'update, delete, truncate, trigger') or pg_has_role(relowner, 'member')
     order by relname`,
  );
  return rows.map(({ relname }) => relname);
}
