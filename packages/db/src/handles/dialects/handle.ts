import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
  type Driver,
  type QueryResult,
} from "kysely";
import type { CompiledStatement } from "../statement.ts";
import type { ReadStatement, WriteStatement } from "../statement.ts";
import { seen } from "../../statement-channel.ts";
import type { Tables } from "../../tables.ts";
import type { Dialect } from "../dialect.ts";
import type { AnyReader, ReadDb, WriteTx } from "../handles.ts";

/** A dialect's part: one place that executes SQL, be it a connection, a pool or an open transaction. */
export interface Executor {
  execute<R>(query: CompiledQuery): Promise<QueryResult<R>>;
  run<R>(statement: CompiledStatement, parameters: object): Promise<R[]>;
}

/** The same for an open transaction. */
export interface WriteExecutor extends Executor {
  later(statement: CompiledStatement, parameters: object): void;
}

/**
 * Lets Kysely execute through an `Executor`. Transactions are not Kysely's business here, so it cannot begin
 * one.
 */
class ExecutorDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(executor: Executor) {
    this.#connection = {
      executeQuery: (query) => seen(query.sql, () => executor.execute(query)),
      streamQuery: () => {
        throw new Error("rows are not streamed: read them in pages");
      },
    };
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
  async beginTransaction(): Promise<void> {
    throw new Error("transactions begin with database.write(…) only");
  }
  async commitTransaction(): Promise<void> {
    throw new Error("database.write(…) commits");
  }
  async rollbackTransaction(): Promise<void> {
    throw new Error("database.write(…) rolls back");
  }
}

/** Statements need no queue in Kysely: SQLite's run synchronously, and PostgreSQL's client has a queue. */
class UnqueuedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const KYSELY_PARTS: Record<Dialect, Omit<KyselyDialect, "createDriver">> = {
  sqlite: {
    createAdapter: () => new UnqueuedSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
};

class Handle extends Kysely<Tables> {
  readonly #dialect: Dialect;
  readonly #executor: Executor;

  constructor(dialect: Dialect, executor: Executor) {
    super({ dialect: { ...KYSELY_PARTS[dialect], createDriver: () => new ExecutorDriver(executor) } });
    this.#dialect = dialect;
    this.#executor = executor;
  }

  run<P extends object, R>(
    statement: ReadStatement<P, R> | WriteStatement<P, R>,
    parameters: P,
  ): Promise<R[]> {
    const compiled = statement.forDialect(this.#dialect);
    return seen(compiled.name, () => this.#executor.run<R>(compiled, parameters));
  }
}

class WriteHandle extends Handle {
  readonly #transaction: [Dialect, WriteExecutor];

  constructor(dialect: Dialect, executor: WriteExecutor) {
    super(dialect, executor);
    this.#transaction = [dialect, executor];
  }

  later<P extends object>(statement: WriteStatement<P, never>, parameters: P): void {
    const [dialect, executor] = this.#transaction;
    executor.later(statement.forDialect(dialect), parameters);
  }
}

// The brands of `AnyReader`, `ReadDb` and `WriteTx` exist only for the compiler. These functions are the only ones
// that give them, and only the dialects call them: that is what makes a `WriteTx` the proof of an open
// transaction.

export function anyHandle(dialect: Dialect, executor: Executor): AnyReader {
  return new Handle(dialect, executor) as unknown as AnyReader;
}

export function readHandle(dialect: Dialect, executor: Executor): ReadDb {
  return new Handle(dialect, executor) as unknown as ReadDb;
}

export function writeHandle(dialect: Dialect, executor: WriteExecutor): WriteTx {
  return new WriteHandle(dialect, executor) as unknown as WriteTx;
}
