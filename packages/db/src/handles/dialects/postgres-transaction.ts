import type { CompiledQuery, QueryResult } from "kysely";
import type pg from "pg";
import type { WriteTx } from "../handles.ts";
import type { CompiledStatement } from "../statement.ts";
import { isConnectionLost } from "./errors.ts";
import { writeHandle, type WriteExecutor } from "./handle.ts";
import { RoundTrip, valueOnWire, type SentResult, type SentStatement } from "./round-trip.ts";
import { runInScope, WorkScope } from "./work-scope.ts";

const BEGIN: SentStatement = { name: "begin", text: "begin isolation level read committed", values: [] };
const COMMIT: SentStatement = { name: "commit", text: "commit", values: [] };

interface Waiting {
  readonly statement: SentStatement;
  /** Undefined if nothing waits for its rows. */
  readonly wanted?: PromiseWithResolvers<SentResult>;
}

/** How many rows a command changed, by its tag. */
const changedRows = (tag: string): bigint => BigInt(/ (\d+)$/.exec(tag)?.[1] ?? 0);

/**
 * One transaction on one connection. A unit of work's requests of one turn go to the server together, `begin` with the
 * first of them, and those that no one waits for with the next or with the commit: an exchange waits twice. `begin` and
 * the first statement are one round trip, so that nothing runs if it fails.
 */
export class PostgresTransaction implements WriteExecutor {
  readonly #client: pg.PoolClient;
  readonly #scope: WorkScope;
  #waiting: Waiting[] = [];
  #sending: Promise<void> | undefined;
  #begun = false;

  constructor(client: pg.PoolClient, scope: WorkScope) {
    this.#client = client;
    this.#scope = scope;
  }

  async execute<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, tag } = await this.#ask({ name: "", text: sql, values: parameters.map(valueOnWire) });
    return { rows: rows as R[], numAffectedRows: changedRows(tag) };
  }

  async run<R>(statement: CompiledStatement, parameters: object): Promise<R[]> {
    const { rows } = await this.#ask(sent(statement, parameters));
    return rows as R[];
  }

  later(statement: CompiledStatement, parameters: object): void {
    this.#scope.assertOpen();
    this.#waiting.push({ statement: sent(statement, parameters) });
  }

  /** Throws if the transaction was not committed. */
  async commit(): Promise<void> {
    await this.#sending;
    if (!this.#begun && this.#waiting.length === 0) return;
    const { tag } = await this.#askAnyway(COMMIT);
    // COMMIT of a transaction with a failed statement rolls back and calls that a success.
    if (tag !== "COMMIT") {
      throw new Error("the work went on after a failed statement: nothing was committed");
    }
  }

  async rollback(): Promise<void> {
    await this.#sending;
    this.#waiting = [];
    if (this.#begun) await this.#client.query("rollback");
  }

  #ask(statement: SentStatement): Promise<SentResult> {
    this.#scope.assertOpen();
    return this.#askAnyway(statement);
  }

  #askAnyway(statement: SentStatement): Promise<SentResult> {
    const wanted = Promise.withResolvers<SentResult>();
    this.#waiting.push({ statement, wanted });
    this.#sending ??= this.#sendWanted();
    return wanted.promise;
  }

  async #sendWanted(): Promise<void> {
    // Other requests of this turn go with it.
    await Promise.resolve();
    while (this.#waiting.some(({ wanted }) => wanted !== undefined))
      await this.#send(this.#waiting.splice(0));
    this.#sending = undefined;
  }

  async #send(asked: readonly Waiting[]): Promise<void> {
    const statements = asked.map(({ statement }) => statement);
    const begins = this.#begun ? 0 : 1;
    if (begins === 1) statements.unshift(BEGIN);
    this.#begun = true;
    const outcome = await new Promise<readonly SentResult[] | Error>((resolve) =>
      this.#client.query(new RoundTrip(statements, resolve)),
    );
    for (const [place, { wanted }] of asked.entries()) {
      const result = outcome instanceof Error ? undefined : outcome[begins + place];
      if (result !== undefined) wanted?.resolve(result);
      else wanted?.reject(outcome instanceof Error ? outcome : new Error("PostgreSQL left out a result"));
    }
  }
}

const sent = (statement: CompiledStatement, parameters: object): SentStatement => ({
  name: statement.name,
  text: statement.sql,
  values: statement.bind(parameters).map(valueOnWire),
});

/**
 * Runs a work in a transaction of its own, and gives the connection back.
 * @throws what the work threw, or why the commit failed; nothing is kept then, unless the connection was lost while it was committed
 */
export async function transact<T>(client: pg.PoolClient, work: (tx: WriteTx) => Promise<T>): Promise<T> {
  const scope = new WorkScope();
  const transaction = new PostgresTransaction(client, scope);
  let broken: Error | undefined;
  try {
    const result = await runInScope(scope, () => work(writeHandle("postgres", transaction)));
    await transaction.commit();
    return result;
  } catch (error) {
    if (isConnectionLost(error)) broken = errorOf(error);
    else await transaction.rollback().catch((reason: unknown) => (broken = errorOf(reason)));
    throw error;
  } finally {
    // A connection that cannot even roll back is thrown away.
    client.release(broken);
  }
}

export const errorOf = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error(String(reason));
