import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { CompiledQuery, QueryResult } from "kysely";
import type { CompiledStatement } from "../statement.ts";
import type { WriteOptions, WriteTx } from "../handles.ts";
import { isBusy } from "./errors.ts";
import { writeHandle, type WriteExecutor } from "./handle.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";
import { BUSY_LIMIT_MS, nextPause } from "./until-free.ts";
import { assertNotInsideWork, runInScope, WorkScope } from "./work-scope.ts";

/**
 * Works that share one commit at most; bounds how long the first of them waits and what one failed commit
 * undoes.
 */
const COMMIT_SHARE_LIMIT = 64;
/** How long a patient work waits for another process. */
const PATIENT_LIMIT_MS = 600_000;

/**
 * The write connection as one work sees it: dead once that work has settled, and refusing once a statement has failed, as
 * PostgreSQL does. SQLite may then have rolled back everything, and would keep each further statement by itself.
 */
class WorkExecutor implements WriteExecutor {
  readonly #connection: SqliteConnection;
  readonly #scope: WorkScope;
  #failure: { readonly reason: unknown } | undefined;

  constructor(connection: SqliteConnection, scope: WorkScope) {
    this.#connection = connection;
    this.#scope = scope;
  }

  async execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#guarded(() => this.#connection.execute<R>(query));
  }

  async run<R>(statement: CompiledStatement, parameters: object): Promise<R[]> {
    return this.#guarded(() => this.#connection.run<R>(statement, parameters));
  }

  later(statement: CompiledStatement, parameters: object): void {
    this.#guarded(() => this.#connection.run(statement, parameters));
  }

  #guarded<T>(ask: () => T): T {
    this.#scope.assertOpen();
    if (this.#failure !== undefined) throw this.#failure.reason;
    try {
      return ask();
    } catch (reason) {
      this.#failure = { reason };
      throw reason;
    }
  }
}

/** A unit of work waiting in the lane, with its result type already closed over. */
interface Waiting {
  /** Runs the work; resolves to what reports success to its caller once the commit is through. */
  readonly run: () => Promise<() => void>;
  readonly reject: (reason: unknown) => void;
  /** Until when it waits for another process's lock, by `performance.now()`. */
  readonly until: number;
  /** Whether it may change more than should be in memory. */
  readonly patient: boolean;
}

/**
 * All writes of a SQLite database, one after another, with a commit shared among those that wait together.
 *
 * A commit at `synchronous=FULL` waits for the disk, which takes longer than all statements of an exchange. So units of
 * work that arrived during the same turn of the event loop run in one SQLite transaction, each inside a savepoint of
 * its own, and are answered only after their common commit. A unit of work that throws is rolled back to its savepoint
 * and takes nothing else with it; a commit that fails rejects them all, also those that had thrown: what they saw never
 * was. `npm run bench` shows the gain by sharing ("Exchanges through the write lane").
 */
export class WriteLane {
  readonly #connection: SqliteConnection;
  readonly #queue: Waiting[] = [];
  #scheduled = false;
  #closed = false;
  #whenIdle: (() => void)[] = [];

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async write<T>(work: (tx: WriteTx) => Promise<T>, { patient = false }: WriteOptions = {}): Promise<T> {
    assertNotInsideWork();
    if (this.#closed) throw new Error("the database is closed");
    const until = performance.now() + (patient ? PATIENT_LIMIT_MS : BUSY_LIMIT_MS);
    return new Promise<T>((resolve, reject) => {
      // The runner is shared: without this a unit of work would run in the async context of the caller who started it.
      const inCallersContext = AsyncLocalStorage.snapshot();
      const run = async (): Promise<() => void> => {
        const scope = new WorkScope();
        const tx = writeHandle("sqlite", new WorkExecutor(this.#connection, scope));
        const result = await inCallersContext(runInScope, scope, () => work(tx));
        return () => resolve(result);
      };
      this.#queue.push({ run, reject, until, patient });
      this.#schedule();
    });
  }

  /** How many units of work wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Whether any is at work or about to be. */
  get busy(): boolean {
    return this.#scheduled;
  }

  /** Takes no more units of work; resolves when those accepted are done. */
  async close(): Promise<void> {
    this.#closed = true;
    if (!this.#scheduled) return;
    await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // After the poll phase: every request that was read from its socket in this turn gets to share the
    // commit.
    setImmediate(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    const works = await this.#begin();
    if (works.length > 0) await this.#runTogether(works);
    this.#scheduled = false;
    if (this.#queue.length > 0) {
      this.#schedule();
    } else {
      for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }

  /**
   * Begins a transaction. While another process writes it tries again, the event loop running on, and rejects the units
   * that have waited too long.
   *
   * Pages as they were before each work, to undo only it, are kept in memory: in a file SQLite would write some twenty
   * of them for an exchange, which it hardly ever reads (the bench's "exchanges through HTTP").
   * @returns the works that it is for; none if all have waited too long
   */
  async #begin(): Promise<readonly Waiting[]> {
    for (let pause = 1; ; pause = nextPause(pause)) {
      try {
        const isLarge = this.#queue.slice(0, COMMIT_SHARE_LIMIT).some(({ patient }) => patient);
        this.#connection.keepScratchIn(isLarge ? "file" : "memory");
        this.#connection.command("begin immediate");
        return this.#queue.splice(0, COMMIT_SHARE_LIMIT);
      } catch (reason) {
        const now = performance.now();
        const waiting = this.#queue.splice(0);
        for (const work of waiting) {
          if (isBusy(reason) && work.until > now) this.#queue.push(work);
          else work.reject(reason);
        }
        if (this.#queue.length === 0) return [];
      }
      await delay(pause);
    }
  }

  async #runTogether(works: readonly Waiting[]): Promise<void> {
    const settle: (() => void)[] = [];
    try {
      for (const work of works) {
        this.#connection.command("savepoint work");
        try {
          settle.push(await work.run());
        } catch (reason) {
          // SQLite itself rolls back everything when the disk is full or failing: then nothing is left to
          // keep.
          if (!this.#connection.handle.inTransaction) throw reason;
          this.#connection.command("rollback to work");
          settle.push(() => work.reject(reason));
        }
        this.#connection.command("release work");
      }
      this.#connection.command("commit");
    } catch (reason) {
      for (const work of works) work.reject(reason);
      // Should this throw, the process ends: a lane that cannot roll back must not go on to the next units of work.
      if (this.#connection.handle.inTransaction) this.#connection.command("rollback");
      return;
    }
    for (const answer of settle) answer();
  }
}
