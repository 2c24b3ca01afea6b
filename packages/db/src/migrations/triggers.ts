/**
 * Triggers that refuse changes. The running role has no right at all to change tables whose trigger runs `refuse_change`
 * (`migrate-as.ts`); tables that it may change in part use `refuse_change_of_decided`.
 */
import type { Dialect } from "../handles/dialect.ts";

/** The functions behind PostgreSQL's triggers, created once, before the first of them. */
export function refusingFunctions(dialect: Dialect): string[] {
  if (dialect === "sqlite") return [];
  return ["refuse_change", "refuse_change_of_decided"].map(
    (name) =>
      `create function ${name}() returns trigger language plpgsql as $$
       begin raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation'; end $$`,
  );
}

interface Refusal {
  readonly table: string;
  readonly name: string;
  /** `delete`, `update of a, b` */
  readonly change: string;
  /** Only such rows are kept, in SQL that both databases read; all if left out. */
  readonly when?: string;
}

/** Refuses a change of rows. */
export function refused(dialect: Dialect, { table, name, change, when }: Refusal): string {
  const trigger = `create trigger ${name} before ${change} on ${table}`;
  if (dialect === "postgres") {
    const rows = when === undefined ? "" : `when (${when})`;
    return `${trigger} for each row ${rows} execute function refuse_change_of_decided()`;
  }
  const rows = when === undefined ? "" : `when ${when}`;
  return `${trigger} ${rows} begin select raise(abort, '${table} is append-only'); end`;
}

/** Refuses TRUNCATE, also if it comes by way of another table (CASCADE). SQLite has no such statement. */
const neverTruncated = (dialect: Dialect, table: string, by: string): string[] =>
  dialect === "sqlite"
    ? []
    : [
        `create trigger ${table}_no_truncate before truncate on ${table}
         for each statement execute function ${by}()`,
      ];

/** Rows of the table are neither changed nor removed. */
export function appendOnly(dialect: Dialect, table: string): string[] {
  if (dialect === "sqlite")
    return ["update", "delete"].map((change) =>
      refused(dialect, { table, name: `${table}_no_${change}`, change }),
    );
  return [
    `create trigger ${table}_append_only before update or delete on ${table}
     for each row execute function refuse_change()`,
    ...neverTruncated(dialect, table, "refuse_change"),
  ];
}

/** Rows of the table are never all removed at once. */
export const neverEmptied = (dialect: Dialect, table: string): string[] =>
  neverTruncated(dialect, table, "refuse_change_of_decided");

/** No row of the table is ever removed. */
export const neverRemoved = (dialect: Dialect, table: string): string[] => [
  refused(dialect, { table, name: `${table}_no_delete`, change: "delete" }),
  ...neverEmptied(dialect, table),
];

const erasing = (owner: string): string =>
  `exists (select 1 from account_closures where user_id = ${owner} and erasing_at is not null)`;

/** The function behind PostgreSQL's triggers of `unlessErasing`. */
export function erasingFunction(dialect: Dialect): string[] {
  if (dialect === "sqlite") return [];
  return [
    `create function refuse_unless_erasing() returns trigger language plpgsql as $$
     declare owner text;
     begin
       owner := case tg_table_name
         when 'customer_notes' then to_jsonb(old) ->> 'user_id'
         when 'transaction_events' then
           (select user_id from transactions where id = to_jsonb(old) ->> 'transaction_id')
         else to_jsonb(old) ->> 'customer_id' end;
       if ${erasing("owner")} then
         if tg_op = 'DELETE' then return old; end if;
         if tg_table_name = 'bank_lines' and to_jsonb(new) ->> 'text' = '' and to_jsonb(new) ->> 'payer' is null
         then return new; end if;
         if tg_table_name = 'transaction_events' and to_jsonb(new) ->> 'reason' is null then return new; end if;
       end if;
       raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
     end $$`,
  ];
}

interface ErasedPart extends Omit<Refusal, "when"> {
  /** The customer of a row, in SQLite's SQL. */
  readonly owner: string;
  /** Other reasons to refuse, in SQLite's SQL. */
  readonly or?: string;
}

/** Refuses a change of rows unless the data of their customer are being erased. */
export function unlessErasing(dialect: Dialect, { owner, or, ...refusal }: ErasedPart): string {
  if (dialect === "sqlite") {
    const when = `${or === undefined ? "" : `${or} or `}not ${erasing(owner)}`;
    return refused(dialect, { ...refusal, when });
  }
  return `create trigger ${refusal.name} before ${refusal.change} on ${refusal.table}
    for each row execute function refuse_unless_erasing()`;
}

/** A rule about updates of a table's rows, in SQL that both databases read: `when` is what is refused. */
export interface UpdateRule {
  readonly table: string;
  readonly name: string;
  /** The columns whose updates run the rule; all if left out. */
  readonly of?: string;
  readonly when: string;
  /** The fault of such a change, as the end of a sentence that begins with the table. */
  readonly says: string;
}

/** That one of the columns changes. */
export const differs = (columns: string): string =>
  columns
    .split(", ")
    .map((column) => `new.${column} is distinct from old.${column}`)
    .join(" or ");

/** That one of the columns changes that already has a value. */
export const saidOnce = (columns: string): string =>
  columns
    .split(", ")
    .map((column) => `(old.${column} is not null and new.${column} is distinct from old.${column})`)
    .join(" or ");

/** A trigger that refuses such updates. */
export function refusedUpdate(dialect: Dialect, { table, name, of, when, says }: UpdateRule): string[] {
  const change = `before update${of === undefined ? "" : ` of ${of}`} on ${table}`;
  const text = `${table} ${says}`;
  if (dialect === "sqlite")
    return [`create trigger ${name} ${change} when ${when} begin select raise(abort, '${text}'); end`];
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin
       if ${when} then raise exception '${text}' using errcode = 'integrity_constraint_violation'; end if;
       return new; end $$`,
    `create trigger ${name} ${change} for each row execute function ${name}()`,
  ];
}
