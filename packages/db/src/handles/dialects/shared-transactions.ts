import { AsyncLocalStorage } from "node:async_hooks";
import type { CompiledQuery, QueryResult } from "kysely";
import type pg from "pg";
import type { CompiledStatement } from "../statement.ts";
import type { WriteTx } from "../handles.ts";
import { isConnectionLost, isDatabaseAway } from "./errors.ts";
import { writeHandle, type WriteExecutor } from "./handle.ts";
import { errorOf, PostgresTransaction, transact } from "./postgres-transaction.ts";
import { runInScope, WorkScope } from "./work-scope.ts";

/** Works that share a transaction at most; bounds how many wait for a row that one of them waits for. */
const SHARE_LIMIT = 4;
/** For so long after one of a customer's works has asked twice they all run by themselves. */
const ALONE_MS = 60_000;
/** Bounds the memory of these customers. */
const MOST_ALONE = 16_384;

/** A work that waits for a connection, with its result type already closed over. */
interface Waiting {
  readonly whose: string;
  /** Whichever connection comes first runs it: without this in the async context of another's caller. */
  readonly inCallersContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
  /** Runs the work; resolves to what reports success to its caller once the commit is through. */
  readonly run: (tx: WriteTx) => Promise<() => void>;
  /** Lets it run in a transaction of its own, since nothing of it was kept. */
  readonly leave: () => void;
  readonly reject: (reason: unknown) => void;
}

/** A shared transaction as one of its works has it: once that is answered it may add statements, and wait for none. */
class SharedWork implements WriteExecutor {
  readonly scope = new WorkScope();
  readonly #transaction: PostgresTransaction;
  readonly #askedTwice: () => void;
  #isAnswered = false;
  #isRefused = false;

  /** @param askedTwice is called if it waits again: others would wait with it, having looked at the time */
  constructor(transaction: PostgresTransaction, askedTwice: () => void) {
    this.#transaction = transaction;
    this.#askedTwice = askedTwice;
  }

  execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#once(() => this.#transaction.execute<R>(query));
  }

  run<R>(statement: CompiledStatement, parameters: object): Promise<R[]> {
    return this.#once(() => this.#transaction.run<R>(statement, parameters));
  }

  later(statement: CompiledStatement, parameters: object): void {
    this.scope.assertOpen();
    this.#transaction.later(statement, parameters);
  }

  async #once<T>(ask: () => Promise<T>): Promise<T> {
    this.scope.assertOpen();
    if (this.#isAnswered) {
      this.#isRefused = true;
      this.#askedTwice();
    }
    this.assertTaken();
    const answer = await ask();
    this.#isAnswered = true;
    return answer;
  }

  /** Throws if a statement of the work was refused, whatever the work made of that. */
  assertTaken(): void {
    if (this.#isRefused) throw new Error("a work that asks twice has a transaction of its own");
  }
}

/**
 * Works for different customers that wait for a connection at the same time share a transaction: its beginning, its
 * commit and its two round trips are paid once for four of them (the bench's "exchanges through HTTP" on PostgreSQL). A
 * work that finds a free connection has it to itself.
 *
 * Their requests go out together, in the order of their customers, so that two transactions take their locks in the
 * same order. Each goes on once all is answered, and the commit follows when all have settled. If anything fails,
 * nothing is kept, and each runs in a transaction of its own, to fail or succeed by itself.
 */
export class SharedTransactions {
  readonly #pool: pg.Pool;
  readonly #waiting = new Set<Waiting>();
  /** Until when whose works run by themselves, by `performance.now()`. */
  readonly #alone = new Map<string, number>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Runs a work that waits for the database once.
   * @param whose the customer whose rows it changes
   * @returns its result; undefined if nothing of it was kept and it is to run in a transaction of its own
   * @throws the error of the work or its commit if it ran by itself; that the connection was lost, or none was free in
   * time
   */
  async write<T>(
    work: (tx: WriteTx) => Promise<T>,
    whose: string,
  ): Promise<{ readonly result: T } | undefined> {
    if ((this.#alone.get(whose) ?? 0) > performance.now()) return undefined;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        whose,
        inCallersContext: AsyncLocalStorage.snapshot(),
        run: async (tx) => {
          const result = await work(tx);
          return () => resolve({ result });
        },
        leave: () => resolve(undefined),
        reject,
      };
      this.#waiting.add(waiting);
      this.#pool.connect().then(
        (client) => this.#serve(client),
        (reason: unknown) => this.#connectionFailed(waiting, reason),
      );
    });
  }

  /**
   * Each unit of work has asked for one connection. If one that is already done loses its connection, another unit of
   * work looks for its own.
   */
  #connectionFailed(asking: Waiting, reason: unknown): void {
    if (this.#waiting.delete(asking)) return asking.reject(reason);
    const [other] = this.#waiting;
    if (other === undefined) return;
    this.#waiting.delete(other);
    other.leave();
  }

  /** Those that have waited longest, each for another customer. */
  #take(): readonly Waiting[] {
    const taken = new Map<string, Waiting>();
    for (const waiting of this.#waiting) {
      if (taken.size === SHARE_LIMIT) break;
      if (taken.has(waiting.whose)) continue;
      taken.set(waiting.whose, waiting);
      this.#waiting.delete(waiting);
    }
    return [...taken.values()].toSorted((a, b) => (a.whose < b.whose ? -1 : 1));
  }

  async #serve(client: pg.PoolClient): Promise<void> {
    const [first, ...others] = this.#take();
    if (first === undefined) return client.release();
    if (others.length > 0) return this.#serveTogether(client, [first, ...others]);
    try {
      const answer = await first.inCallersContext(() => transact(client, first.run));
      answer();
    } catch (reason) {
      first.reject(reason);
    }
  }

  async #serveTogether(client: pg.PoolClient, works: readonly Waiting[]): Promise<void> {
    const transaction = new PostgresTransaction(client, new WorkScope());
    let isCommitting = false;
    let broken: Error | undefined;
    try {
      const answers = await Promise.all(await this.#runAll(transaction, works));
      isCommitting = true;
      await transaction.commit();
      for (const answer of answers) answer();
    } catch (reason) {
      if (isConnectionLost(reason)) broken = errorOf(reason);
      else await transaction.rollback().catch((failed: unknown) => (broken = errorOf(failed)));
      // The effect of a commit that the server did not answer is not known.
      const isUnknown = isCommitting && isDatabaseAway(reason);
      for (const { leave, reject } of works) {
        if (isUnknown || isConnectionLost(reason)) reject(reason);
        else leave();
      }
    } finally {
      client.release(broken);
    }
  }

  /** Lets all works settle: none may go on in a transaction that has ended. */
  async #runAll(
    transaction: PostgresTransaction,
    works: readonly Waiting[],
  ): Promise<readonly Promise<() => void>[]> {
    const runs = works.map(async ({ whose, inCallersContext, run }) => {
      const shared = new SharedWork(transaction, () => this.#keepAlone(whose));
      const tx = writeHandle("postgres", shared);
      const answer = await inCallersContext(() => runInScope(shared.scope, () => run(tx)));
      shared.assertTaken();
      return answer;
    });
    await Promise.allSettled(runs);
    return runs;
  }

  #keepAlone(whose: string): void {
    if (this.#alone.size >= MOST_ALONE) this.#alone.clear();
    this.#alone.set(whose, performance.now() + ALONE_MS);
  }
}
