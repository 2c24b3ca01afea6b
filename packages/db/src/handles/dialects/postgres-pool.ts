import type { CompiledQuery, QueryResult } from "kysely";
import pg from "pg";
import type { CompiledStatement } from "../statement.ts";
import type { Executor } from "./handle.ts";
import { INT8_TYPE } from "./round-trip.ts";

/** Connections of each pool. */
const POOL_SIZE = 10;
/** A database that is away is an error, not a wait without end. */
const CONNECT_TIMEOUT_MS = 5000;
/** How long the network may be silent before the system asks whether the other side is still there. */
const KEEP_ALIVE_MS = 10_000;
/**
 * Limits of every statement, which parameters of the url override (`?statement_timeout=…`). The server keeps the first
 * three. The fourth is ours, for a server that keeps nothing any more; so it is the longest of those for a statement.
 */
const LIMITS = {
  statement_timeout: 8000,
  lock_timeout: 4000,
  idle_in_transaction_session_timeout: 15_000,
  query_timeout: 9000,
};
/** Each statement over the next connection of a pool that is free, or over one connection. */
export class QueryExecutor implements Executor {
  readonly #to: pg.Pool | pg.PoolClient;

  constructor(to: pg.Pool | pg.PoolClient) {
    this.#to = to;
  }

  async execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#to.query(query.sql, [...query.parameters]);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  async run<R>(statement: CompiledStatement, parameters: object): Promise<R[]> {
    const { rows } = await this.#to.query({
      name: statement.name,
      text: statement.sql,
      values: statement.bind(parameters),
    });
    return rows;
  }
}

interface PoolSettings {
  readonly limited: boolean;
  readonly onConnect?: (client: pg.ClientBase) => Promise<unknown>;
  readonly size?: number;
}

export function openPool(url: string, { limited, onConnect, size = POOL_SIZE }: PoolSettings): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8_TYPE, BigInt);
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(limited && LIMITS),
    types,
    ...(onConnect === undefined ? {} : { onConnect }),
  });
  // A connection that breaks fails the query it is in, or the next one, and is then replaced. It also emits
  // an event, on the pool while idle and on itself while in use, which would end the process if no one
  // listened.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
  });
  return pool;
}
