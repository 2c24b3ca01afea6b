import type Sqlite from "better-sqlite3";
import type { CompiledQuery, QueryResult } from "kysely";
import type { CompiledStatement } from "../statement.ts";

/**
 * Prepared statements kept for one connection; the product has far fewer, so nothing is dropped in practice.
 */
const STATEMENT_LIMIT = 500;

type PreparedStatement = Sqlite.Statement<unknown[]>;

/** One SQLite file handle whose prepared statements are kept by their SQL text. */
export class SqliteConnection {
  readonly handle: Sqlite.Database;
  readonly #byText = new Map<string, PreparedStatement>();
  #scratch: "memory" | "file" = "file";

  constructor(handle: Sqlite.Database) {
    this.handle = handle;
  }

  execute<R>(query: CompiledQuery): QueryResult<R> {
    const prepared = this.#prepare(query.sql);
    if (prepared.reader) {
      const rows = prepared.all(...query.parameters) as R[];
      return { rows };
    }
    const { changes, lastInsertRowid } = prepared.run(...query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  run<R>(statement: CompiledStatement, parameters: object): R[] {
    const prepared = this.#prepare(statement.sql);
    const values = statement.bind(parameters);
    if (prepared.reader) return prepared.all(...values) as R[];
    prepared.run(...values);
    return [];
  }

  /**
   * Place of SQLite's temporary data: pages as they were before a savepoint, rows that it sorts, a copy of all for
   * `vacuum`. To be called outside of transactions.
   */
  keepScratchIn(place: "memory" | "file"): void {
    if (place === this.#scratch) return;
    this.handle.pragma(`temp_store = ${place}`);
    this.#scratch = place;
  }

  /** Runs a parameterless command, such as `commit`. */
  command(text: string): void {
    this.#prepare(text).run();
  }

  #prepare(text: string): PreparedStatement {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const prepared = this.handle.prepare<unknown[]>(text);
    if (this.#byText.size >= STATEMENT_LIMIT) {
      for (const oldest of this.#byText.keys()) {
        this.#byText.delete(oldest);
        break;
      }
    }
    this.#byText.set(text, prepared);
    return prepared;
  }
}
