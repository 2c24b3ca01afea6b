import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dialect } from "../database.ts";
import { DIALECTS, freshDatabase, type FreshDatabase } from "../testing/databases.ts";

/** One line for each column, index and foreign key, the same from both databases. */
const CATALOGUE: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: [
    `select m.name || '.' || p.name || ' ' || replace(lower(p.type), 'integer', 'bigint')
       || case when p."notnull" or p.pk then ' not null' else '' end || coalesce(' default ' || p.dflt_value, '')
       || case when p.pk then ' key ' || p.pk else '' end as line
     from sqlite_master m join pragma_table_info(m.name) p where m.type = 'table'`,
    `select tbl_name || ' has ' || name || case when sql like 'create unique%' then ' unique' else '' end as line
     from sqlite_master where type = 'index' and sql is not null`,
    `select m.name || '.' || f."from" || ' names ' || f."table" || '.' || f."to" as line
     from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'`,
  ],
  postgres: [
    `select relname || '.' || attname || ' ' || format_type(atttypid, null)
       || case when attnotnull then ' not null' else '' end
       || coalesce(' default ' || replace(pg_get_expr(adbin, adrelid), '::text', ''), '')
       || coalesce(' key ' || array_position(conkey, attnum), '') as line
     from pg_attribute join pg_class on pg_class.oid = attrelid
     left join pg_attrdef on adrelid = attrelid and adnum = attnum
     left join pg_constraint on conrelid = attrelid and contype = 'p' and attnum = any(conkey)
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`,
    `select tablename || ' has ' || indexname
       || case when indexdef like 'CREATE UNIQUE%' then ' unique' else '' end as line
     from pg_indexes left join pg_constraint on conname = indexname
     where schemaname = 'public' and conname is null`,
    `select conrelid::regclass || '.' || own.attname || ' names ' || confrelid::regclass || '.' || other.attname as line
     from pg_constraint cross join unnest(conkey, confkey) as pair (own, other)
     join pg_attribute own on own.attrelid = conrelid and own.attnum = pair.own
     join pg_attribute other on other.attrelid = confrelid and other.attnum = pair.other
     where contype = 'f'`,
  ],
};

const databases: FreshDatabase[] = [];
beforeAll(async () => {
  for (const dialect of DIALECTS) databases.push(await freshDatabase(dialect));
});
afterAll(async () => {
  for (const database of databases) await database.close();
});

async function catalogueOf({ dialect, write }: FreshDatabase): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const text of CATALOGUE[dialect]) {
    const { rows } = await write((tx) => tx.executeQuery<{ line: string }>(CompiledQuery.raw(text)));
    for (const { line } of rows) found.add(line);
  }
  return found;
}

test("both databases have the same columns, indexes and foreign keys, apart from these", async () => {
  const [sqlite, postgres] = (await Promise.all(databases.map(catalogueOf))) as [Set<string>, Set<string>];
  for (const line of [
    "transactions.credit bigint not null",
    "ledger_postings.entry_id names ledger_entries.id",
  ])
    expect(sqlite).toContain(line);
  // A number is given after the row is written.
  expect([...sqlite.difference(postgres)].toSorted()).toEqual([
    "audit_log.seq bigint",
    "ledger_entries.seq bigint",
  ]);
  expect([...postgres.difference(sqlite)].toSorted()).toEqual([
    "audit_log.seq bigint not null",
    // Texts are found by their trigrams, and amounts by indexes that SQLite would not use.
    "bank_lines has bank_lines_payer_parts",
    "bank_lines has bank_lines_text_parts",
    "ledger_entries.seq bigint not null",
    "transactions has transactions_bank_reference_parts",
    "transactions has transactions_of_banks_announced",
    "transactions has transactions_of_banks_credit",
    "transactions has transactions_reference_parts",
    "users has users_called_parts",
  ]);
});
