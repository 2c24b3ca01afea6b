import { setTimeout as delay } from "node:timers/promises";
import type { Compilable, CompiledQuery, QueryResult } from "kysely";
import pg from "pg";
import type { CompiledStatement } from "../statement.ts";
import type { Database, PoolLoad, ReadDb } from "../handles.ts";
import { errorCodeOf } from "./errors.ts";
import { readHandle, type Executor } from "./handle.ts";
import { PIECE_ROWS } from "./pieces.ts";
import { transact } from "./postgres-transaction.ts";
import { Primary } from "./primary.ts";
import { INT8_TYPE } from "./round-trip.ts";
import { SharedTransactions } from "./shared-transactions.ts";
import { assertNotInsideWork } from "./work-scope.ts";

/** Connections of each of the two pools, one for reading and one for writing. */
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
/** How long closing waits for a server that may be silent. */
const CLOSE_TIMEOUT_MS = 3000;
const ATTEMPTS = 8;
/** The wait before attempt n + 2 is random, up to this many milliseconds times 2^n. */
const RETRY_BASE_MS = 5;

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";

function isRetryable(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

/** Each statement over the next connection that is free. */
class PoolExecutor implements Executor {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#pool.query(query.sql, [...query.parameters]);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  async run<R>(statement: CompiledStatement, parameters: object): Promise<R[]> {
    const { rows } = await this.#pool.query({
      name: statement.name,
      text: statement.sql,
      values: statement.bind(parameters),
    });
    return rows;
  }
}

function openPool(
  url: string,
  { limited, onConnect }: { limited: boolean; onConnect?: (client: pg.ClientBase) => Promise<unknown> },
): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8_TYPE, BigInt);
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
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

/** A PostgreSQL server, or one that speaks its protocol. */
export class PostgresDatabase implements Database {
  readonly dialect = "postgres";
  readonly read: ReadDb;
  readonly #reading: pg.Pool;
  readonly #writing: pg.Pool;
  readonly #patient: pg.Pool;
  readonly #shared: SharedTransactions;

  /**
   * Connects with the first statement, not here.
   * @param limited whether statements have time limits. Without limits they are long reports, each of which takes only
   * one processor: others serve requests
   */
  constructor(url: string, { limited }: { readonly limited: boolean }) {
    const { arrive: onConnect } = new Primary();
    this.#writing = openPool(url, { limited, onConnect });
    this.#patient = openPool(url, { limited: false, onConnect });
    this.#shared = new SharedTransactions(this.#writing);
    this.#reading = openPool(url, {
      limited,
      onConnect: async (client) => {
        // A report may come from a standby. A server decides about money by its reads.
        if (limited) await onConnect(client);
        await client.query("set default_transaction_read_only = on");
        if (!limited) await client.query("set max_parallel_workers_per_gather = 0");
      },
    });
    this.read = readHandle("postgres", new PoolExecutor(this.#reading));
  }

  readonly write: Database["write"] = async (work, { patient = false, whose } = {}) => {
    assertNotInsideWork();
    const pool = patient ? this.#patient : this.#writing;
    for (let attempt = 1; ; attempt++) {
      try {
        const shared = whose === undefined || attempt > 1 ? undefined : await this.#shared.write(work, whose);
        return shared === undefined ? await transact(await pool.connect(), work) : shared.result;
      } catch (error) {
        if (attempt >= ATTEMPTS || !isRetryable(error)) throw error;
        await delay(Math.random() * RETRY_BASE_MS * 2 ** (attempt - 1));
      }
    }
  };

  readonly pieces: Database["pieces"] = (query) => this.#pieces(query);

  async *#pieces<R extends object>(query: Compilable<R>): AsyncGenerator<readonly R[]> {
    const { sql, parameters } = query.compile();
    const client = await this.#patient.connect();
    try {
      await client.query("begin read only");
      await client.query(`declare pieces no scroll cursor for ${sql}`, [...parameters]);
      for (;;) {
        const { rows } = await client.query<R>(`fetch ${PIECE_ROWS} from pieces`);
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      // The transaction ends with the connection.
      client.release(true);
    }
  }

  readonly checkpoint = async (): Promise<void> => {};

  readonly load = (): readonly PoolLoad[] => [loadOf("read", this.#reading), loadOf("write", this.#writing)];

  readonly ping = async (): Promise<void> => {
    await this.#reading.query("select 1");
  };

  readonly close = async (): Promise<void> => {
    const ended = Promise.all([this.#reading, this.#writing, this.#patient].map((pool) => pool.end()));
    await Promise.race([ended, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

const loadOf = (pool: PoolLoad["pool"], { totalCount, idleCount, waitingCount }: pg.Pool): PoolLoad => ({
  pool,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});
