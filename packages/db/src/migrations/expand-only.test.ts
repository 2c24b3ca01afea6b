import { CompiledQuery } from "kysely";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { openDatabase, type Database, type Dialect } from "../database.ts";
import { DIALECTS } from "../testing/databases.ts";
import { administer, databaseUrl } from "../testing/postgres-server.ts";
import { MIGRATIONS } from "./migrate.ts";
import type { Migration } from "./migration.ts";

/**
 * Migrations that break the rule, each with why it does not stop the version before, which goes on writing. Something that no program
 * uses any more goes only in the version after the one that ceased to use it, and is listed here.
 */
const ALLOWED: Readonly<Record<string, string>> = {};

interface Column {
  readonly table_name: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Whether a row that leaves it out gets a value. */
  readonly filled: boolean;
}

/** Something that refuses rows of a table, with its definition. */
interface Limit {
  readonly table_name: string;
  readonly definition: string;
}

interface Schema {
  readonly columns: ReadonlyMap<string, Column>;
  readonly tables: ReadonlySet<string>;
  readonly limits: readonly Limit[];
}

const SQLITE_COLUMNS = `select m.name as table_name, p.name, p.type, p."notnull" as required, p.dflt_value is not null as filled
  from sqlite_master m join pragma_table_info(m.name) p where m.type = 'table'`;
const SQLITE_LIMITS = `select tbl_name as table_name, sql as definition from sqlite_master
  where type = 'index' and sql like 'create unique%'`;
const POSTGRES_COLUMNS = `select relname as table_name, attname as name, atttypid::regtype::text as type, attnotnull as required,
  atthasdef or attidentity <> '' as filled
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`;
const POSTGRES_LIMITS = `select tablename as table_name, indexdef as definition from pg_indexes
  where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'
  union all select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'x')`;

async function schemaOf({ write, dialect }: Database): Promise<Schema> {
  const rows = async <R>(text: string): Promise<R[]> =>
    (await write((tx) => tx.executeQuery<R>(CompiledQuery.raw(text)))).rows;
  const columns = await rows<Column>(dialect === "sqlite" ? SQLITE_COLUMNS : POSTGRES_COLUMNS);
  return {
    columns: new Map(columns.map((column) => [`${column.table_name}.${column.name}`, column])),
    tables: new Set(columns.map(({ table_name }) => table_name)),
    limits: await rows<Limit>(dialect === "sqlite" ? SQLITE_LIMITS : POSTGRES_LIMITS),
  };
}

/** Changes that stop a program that knows only `before`. */
function breaksOf(before: Schema, after: Schema): string[] {
  const gone = [...before.columns.keys()]
    .filter((key) => !after.columns.has(key))
    .map((key) => `${key} is gone`);
  const changed = [...after.columns].flatMap(([key, column]) => {
    const old = before.columns.get(key);
    if (old === undefined) {
      const isLeftOut = before.tables.has(column.table_name) && column.required && !column.filled;
      return isLeftOut ? [`${key} is new and must be given`] : [];
    }
    if (old.type !== column.type) return [`${key} has another type`];
    return column.required && !old.required ? [`${key} must be given now`] : [];
  });
  const known = new Set(before.limits.map((limit) => JSON.stringify(limit)));
  const narrowed = after.limits.filter((limit) => {
    if (!before.tables.has(limit.table_name) || known.has(JSON.stringify(limit))) return false;
    // Rows that leave a new column out are not limited by what is said of it.
    return ![...after.columns].some(
      ([key, { table_name, name }]) =>
        table_name === limit.table_name &&
        !before.columns.has(key) &&
        new RegExp(`\\b${name}\\b`).test(limit.definition),
    );
  });
  return [
    ...gone,
    ...changed,
    ...narrowed.map((limit) => `${limit.table_name} takes fewer rows: ${limit.definition}`),
  ];
}

async function emptyDatabase(dialect: Dialect): Promise<Database> {
  const name = `${inject("postgresTemplate")}_steps_${randomBytes(4).toString("hex")}`;
  if (dialect === "sqlite") return openDatabase(`sqlite:${join(inject("databaseDirectory"), `${name}.db`)}`);
  await administer(inject("postgresUrl"), `create database ${name}`);
  return openDatabase(databaseUrl(inject("postgresUrl"), name));
}

/** Migrates step by step. @returns what each step breaks, by the step's name */
async function breaksByStep(
  dialect: Dialect,
  migrations: readonly Migration[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const database = await emptyDatabase(dialect);
  const breaks = new Map<string, readonly string[]>();
  let before = await schemaOf(database);
  for (const { name, statements } of migrations) {
    await database.write(async (tx) => {
      for (const statement of statements(dialect)) await tx.executeQuery(CompiledQuery.raw(statement));
    });
    const after = await schemaOf(database);
    const found = breaksOf(before, after);
    if (found.length > 0) breaks.set(name, found);
    before = after;
  }
  await database.close();
  return breaks;
}

/** Each change to a table of its own, `NAME (id, label)`, and what is found. */
const CHANGES: readonly (readonly [
  name: string,
  statement: string,
  found: readonly string[],
  only?: Dialect,
])[] = [
  ["gone", "drop table gone", ["gone.id is gone", "gone.label is gone"]],
  ["renamed", "alter table renamed rename to other", ["renamed.id is gone", "renamed.label is gone"]],
  ["fewer", "alter table fewer drop column label", ["fewer.label is gone"]],
  ["retitled", "alter table retitled rename column label to title", ["retitled.label is gone"]],
  ["more", "alter table more add column room text", []],
  ["filled", "alter table filled add column room text not null default ''", []],
  ["fresh", "create table bins (id text primary key, room text not null)", []],
  // SQLite has no statements for these.
  [
    "asked",
    "alter table asked add column room text not null",
    ["asked.room is new and must be given"],
    "postgres",
  ],
  [
    "strict",
    "alter table strict alter column label set not null",
    ["strict.label must be given now"],
    "postgres",
  ],
  [
    "typed",
    "alter table typed alter column label type bigint using 0",
    ["typed.label has another type"],
    "postgres",
  ],
  [
    "short",
    "alter table short add constraint short_label check (length(label) < 9)",
    ["short takes fewer rows: CHECK ((length(label) < 9))"],
    "postgres",
  ],
  ["own", "alter table own add column level bigint check (level > 0)", [], "postgres"],
];

describe.each(DIALECTS)("on %s the version before can go on", (dialect) => {
  test("while each migration is done, apart from those that are listed with a reason", async () => {
    const breaks = await breaksByStep(dialect, MIGRATIONS);
    expect(Object.fromEntries([...breaks].filter(([name]) => ALLOWED[name] === undefined))).toEqual({});
    // PostgreSQL tells more of what limits a table.
    if (dialect === "postgres")
      expect([...breaks.keys()].toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
  });

  test("or the change that stops it is found", async () => {
    const changes = CHANGES.filter(([, , , only]) => only === undefined || only === dialect);
    const step = (name: string, ...statements: string[]) => ({ name, statements: () => statements });
    const breaks = await breaksByStep(dialect, [
      step("first", ...changes.map(([name]) => `create table ${name} (id text primary key, label text)`)),
      ...changes.map(([name, statement]) => step(name, statement)),
      step("unique", "create unique index more_label on more (label)"),
      step(
        "unique of new",
        "alter table more add column level text",
        "create unique index level on more (level)",
      ),
    ]);
    expect([...breaks].slice(0, -1)).toEqual(
      changes.filter(([, , found]) => found.length > 0).map(([name, , found]) => [name, found]),
    );
    expect([...breaks].at(-1)).toEqual([
      "unique",
      [expect.stringMatching(/^more takes fewer rows: create unique index more_label/i)],
    ]);
  });
});
