import type { Dialect } from "../handles/dialect.ts";

/** A rule about updates of a table's rows, in SQL that both databases read: `when` is what is refused. */
export interface UpdateRule {
  readonly table: string;
  readonly name: string;
  /** The columns whose updates run the rule; all if left out. */
  readonly of?: string;
  readonly when: string;
  /** What is wrong with such a change, as the end of a sentence that begins with the table. */
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

/**
 * A trigger that refuses such updates. Its function is not the one of append-only tables, which the running role may not change at
 * all (`migrate-as.ts`).
 */
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
