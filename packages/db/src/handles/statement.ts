/**
 * Statements of the hot path: written with Kysely like all others, but compiled to SQL text once for each dialect and
 * then only given new parameters. Building and compiling a query costs more than SQLite needs to run it: the bench's
 * "exchanges over HTTP" and "Exchanges through the write lane".
 */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type Compilable,
  type RawBuilder,
} from "kysely";
import type { Tables } from "../tables.ts";
import type { Dialect } from "./dialect.ts";

/** The placeholder of a parameter in a built query. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** SQL text of one dialect with the order its parameters are wanted in. */
export class CompiledStatement {
  /** Names the statement towards PostgreSQL, which then plans it once for each connection. */
  readonly name: string;
  readonly sql: string;
  readonly #slots: readonly unknown[];

  constructor(name: string, sql: string, slots: readonly unknown[]) {
    this.name = name;
    this.sql = sql;
    this.#slots = slots;
  }

  /** The values for the statement's placeholders, in order. Throws if one is missing. */
  bind(parameters: object): unknown[] {
    const values: unknown[] = [];
    for (const slot of this.#slots) {
      if (!(slot instanceof Slot)) {
        values.push(slot);
        continue;
      }
      const value: unknown = Reflect.get(parameters, slot.name);
      if (value === undefined) throw new TypeError(`statement ${this.name}: no value for ${slot.name}`);
      values.push(value);
    }
    return values;
  }
}

/** Kysely that only compiles. */
const compilers: Record<Dialect, Kysely<Tables>> = {
  sqlite: new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  }),
  postgres: new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  }),
};

/** Gives the placeholder of a named parameter, typed as the parameter itself. */
type ParameterOf<P> = <K extends keyof P & string>(name: K) => P[K];

/** Builds a statement; the dialect is for what the two databases do not have in common. */
type Build<P, R> = (db: Kysely<Tables>, parameter: ParameterOf<P>, dialect: Dialect) => Compilable<R>;

class Statement<P extends object, R> {
  readonly name: string;
  readonly #build: Build<P, R>;
  #sqlite: CompiledStatement | undefined;
  #postgres: CompiledStatement | undefined;

  constructor(name: string, build: Build<P, R>) {
    this.name = name;
    this.#build = build;
  }

  forDialect(dialect: Dialect): CompiledStatement {
    if (dialect === "sqlite") return (this.#sqlite ??= this.#compile(dialect));
    return (this.#postgres ??= this.#compile(dialect));
  }

  #compile(dialect: Dialect): CompiledStatement {
    // The one place where a placeholder poses as the value it stands for: Kysely carries it untouched to the
    // compiled query's parameters.
    const parameter: ParameterOf<P> = <K extends keyof P & string>(name: K) =>
      new Slot(name) as unknown as P[K];
    const compiled = this.#build(compilers[dialect], parameter, dialect).compile();
    return new CompiledStatement(this.name, compiled.sql, compiled.parameters);
  }
}

/** A select that any reader may run. `P` are its named parameters, `R` its rows. */
export class ReadStatement<P extends object, R> extends Statement<P, R> {
  readonly access = "read";
}

/** An insert, update or delete that only a transaction may run. `R` are the rows of its RETURNING. */
export class WriteStatement<P extends object, R> extends Statement<P, R> {
  readonly access = "write";
}

/**
 * A text parameter that a join looks up, in a form SQLite's planner does not look into. If a join's column is compared
 * with a bare parameter, it plans by the bound value, and so again at every execution, which costs tens of times as
 * much as reading the row. Serves the session and token of each request: the bench's "held rates for signed-in
 * customers".
 */
export const lookedUp = (parameter: string): RawBuilder<string> => sql<string>`cast(${parameter} as text)`;

/** Declares a select for the hot path; `name` is unique and at most 60 characters. */
export function readStatement<P extends object, R>(
  name: string,
  build: (
    db: Pick<Kysely<Tables>, "selectFrom">,
    parameter: ParameterOf<P>,
    dialect: Dialect,
  ) => Compilable<R>,
): ReadStatement<P, R> {
  return new ReadStatement(name, build);
}

/** Declares an insert, update or delete whose RETURNING rows are wanted; `name` as for `readStatement`. */
export function writeStatement<P extends object, R>(name: string, build: Build<P, R>): WriteStatement<P, R> {
  return new WriteStatement(name, build);
}

/** Declares an insert, update or delete that returns nothing; `name` as for `readStatement`. */
export function commandStatement<P extends object>(
  name: string,
  build: Build<P, unknown>,
): WriteStatement<P, never> {
  return new WriteStatement<P, never>(name, build as typeof build & (() => Compilable<never>));
}
