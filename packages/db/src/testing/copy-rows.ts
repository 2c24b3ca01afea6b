import pg from "pg";
import { administer } from "./postgres-server.ts";

const TABLES = "select tablename as name from pg_tables where schemaname = 'public'";
/** Columns that PostgreSQL numbers. */
const NUMBERED = `
  select format('select setval(%L, coalesce(max(%I), 0) + 1, false) from %I',
    pg_get_serial_sequence(table_name, column_name), column_name, table_name) as statement
  from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`;

/**
 * Puts the rows of one PostgreSQL database in the place of those of another with the same tables, which may be of another version.
 * @param to an administrator's url: neither triggers nor references are looked at
 */
export async function copyRows(from: string, to: string): Promise<void> {
  const tables = (await administer(from, TABLES)).rows.map(({ name }: { name: string }) => `"${name}"`);
  const client = new pg.Client({ connectionString: to });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    await client.query(`truncate ${tables.join(", ")}`);
    for (const table of tables) {
      const [all] = (await administer(from, `select json_agg(row)::text as text from ${table} as row`)).rows;
      const { text } = all as { text: string | null };
      const rows = `select * from json_populate_recordset(null::${table}, $1)`;
      if (text !== null) await client.query(`insert into ${table} overriding system value ${rows}`, [text]);
    }
    for (const { statement } of (await client.query<{ statement: string }>(NUMBERED)).rows)
      await client.query(statement);
    await client.query("commit");
  } finally {
    await client.end();
  }
}
