import { setTimeout as delay } from "node:timers/promises";
import type { Compilable } from "kysely";
import type pg from "pg";
import type { AnyReader, Database, PoolLoad, ReadDb } from "../handles.ts";
import { errorCodeOf } from "./errors.ts";
import { anyHandle, readHandle } from "./handle.ts";
import { PIECE_ROWS } from "./pieces.ts";
import { openPool, QueryExecutor } from "./postgres-pool.ts";
import { transact } from "./postgres-transaction.ts";
import { Primary } from "./primary.ts";
import { SharedTransactions } from "./shared-transactions.ts";
import { Standby } from "./standby.ts";
import { assertNotInsideWork } from "./work-scope.ts";

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

async function onlyReads(client: pg.ClientBase, limited: boolean): Promise<void> {
  await client.query("set default_transaction_read_only = on");
  if (!limited) await client.query("set max_parallel_workers_per_gather = 0");
}

/** A PostgreSQL server, or one that speaks its protocol. */
export class PostgresDatabase implements Database {
  readonly dialect = "postgres";
  readonly read: ReadDb;
  readonly standby: AnyReader;
  readonly #reading: pg.Pool;
  readonly #writing: pg.Pool;
  readonly #patient: pg.Pool;
  readonly #shared: SharedTransactions;
  readonly #standby: Standby | undefined;

  /**
   * Connects with the first statement, not here.
   * @param limited whether statements have time limits. Without limits they are long reports, each of which takes only
   * one processor: others serve requests
   * @param standbyUrl leads to a standby of this server, if there is one to read from
   */
  constructor(
    url: string,
    { limited, standbyUrl }: { readonly limited: boolean; readonly standbyUrl?: string | undefined },
  ) {
    const { arrive: onConnect } = new Primary();
    this.#writing = openPool(url, { limited, onConnect });
    this.#patient = openPool(url, { limited: false, onConnect });
    this.#shared = new SharedTransactions(this.#writing);
    const toRead = {
      limited,
      onConnect: async (client: pg.ClientBase) => {
        // A report may come from a standby. A server decides about money by its reads.
        if (limited) await onConnect(client);
        await onlyReads(client, limited);
      },
    };
    this.#reading = openPool(url, toRead);
    this.read = readHandle("postgres", new QueryExecutor(this.#reading));
    this.#standby =
      standbyUrl === undefined
        ? undefined
        : new Standby({
            standby: openPool(standbyUrl, { limited, onConnect: (client) => onlyReads(client, limited) }),
            reading: this.#reading,
            writing: this.#writing,
            place: openPool(url, { ...toRead, size: 1 }),
          });
    this.standby = this.#standby === undefined ? this.read : anyHandle("postgres", this.#standby);
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

  readonly load = (): readonly PoolLoad[] => [
    loadOf("read", this.#reading),
    loadOf("write", this.#writing),
    ...(this.#standby === undefined ? [] : [loadOf("standby", this.#standby.pool)]),
  ];

  readonly ping = async (): Promise<void> => {
    await this.#reading.query("select 1");
  };

  readonly lookAtStandby = async (): Promise<void> => this.#standby?.look();

  readonly close = async (): Promise<void> => {
    const pools = [this.#reading, this.#writing, this.#patient].map((pool) => pool.end());
    const ended = Promise.all([...pools, this.#standby?.close()]);
    await Promise.race([ended, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  };
}

const loadOf = (pool: PoolLoad["pool"], { totalCount, idleCount, waitingCount }: pg.Pool): PoolLoad => ({
  pool,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});
