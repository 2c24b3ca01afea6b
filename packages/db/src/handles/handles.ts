/**
 * The type of a handle says what code may do with the database. `ReadDb` can only select; `WriteTx` exists only inside
 * `database.write(…)`, so a function that takes a `WriteTx` (above all `postEntry`) cannot be called outside a
 * transaction. A `WriteTx` reads as well, so it goes wherever a reader is wanted; the other way round does not compile.
 */
import type { Compilable, Kysely } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { ReadStatement, WriteStatement } from "./statement.ts";
import type { Tables } from "../tables.ts";

declare const access: unique symbol;

/**
 * Reads that show: history, statements, reports, lists, search. They may come from a standby, so no function that decides about
 * money takes this: those take a `Reader`, and the compiler refuses them a standby. A `Reader` goes wherever this is wanted.
 */
export interface AnyReader {
  readonly [access]: "standby" | "read" | "write";
  readonly selectFrom: Kysely<Tables>["selectFrom"];
  /** Runs a statement that was compiled beforehand; the rows, as they come. */
  run<P extends object, R>(statement: ReadStatement<P, R>, parameters: P): Promise<R[]>;
}

/** Reads committed data only, in no transaction: each statement sees the newest commit. */
export interface ReadDb extends AnyReader {
  readonly [access]: "read" | "write";
}

/**
 * One database transaction, open until the work it was handed to settles; using it later throws.
 * A statement that fails inside a unit of work must fail the whole unit: PostgreSQL refuses to go on after it.
 */
export interface WriteTx extends ReadDb {
  readonly [access]: "write";
  readonly insertInto: Kysely<Tables>["insertInto"];
  readonly updateTable: Kysely<Tables>["updateTable"];
  readonly deleteFrom: Kysely<Tables>["deleteFrom"];
  readonly executeQuery: Kysely<Tables>["executeQuery"];
  /** Runs a statement that was compiled beforehand; its RETURNING rows, or none. */
  run<P extends object, R>(
    statement: ReadStatement<P, R> | WriteStatement<P, R>,
    parameters: P,
  ): Promise<R[]>;
  /**
   * Runs a statement that was compiled beforehand and has no rows, no later than the next one or the commit. On PostgreSQL it
   * goes with that, which then fails with its error.
   */
  later<P extends object>(statement: WriteStatement<P, never>, parameters: P): void;
}

/** Anything that can select and lead to a decision: `database.read`, or the transaction one is in. */
export type Reader = ReadDb | WriteTx;

export interface WriteOptions {
  /** For a migration or a start: no limit on the time it takes, and a long one on the wait for others. */
  readonly patient?: boolean;
  /**
   * The customer whose rows are the only ones that the work changes, if it waits for the database once: on PostgreSQL
   * it may then share a transaction with works for others. It may run twice, and nothing is kept of the first.
   */
  readonly whose?: string | undefined;
}

/** How much one of a database's pools of connections has to do at this moment. */
export interface PoolLoad {
  readonly pool: "read" | "write" | "standby";
  /** Connections that are open, and those of them that have nothing to do. */
  readonly open: number;
  readonly idle: number;
  /** Units of work that wait for a connection. */
  readonly waiting: number;
}

/** An open database of either kind. Its methods may be taken out of it: `const { read, write } = database`. */
export interface Database {
  readonly dialect: Dialect;
  /** Reads committed data; on SQLite over a file handle of its own, so that it never sees unfinished work. */
  readonly read: ReadDb;
  /**
   * Reads from the standby, if one is set, for what is only shown. Each statement sees at least all that was committed before it was
   * asked, by anyone: if the standby is not so far within a tenth of a second, it is asked of the primary. The same as `read` without
   * a standby.
   */
  readonly standby: AnyReader;
  /**
   * The rows of a statement, some thousands at once: all of one moment, however many there are, and never all in memory. They come by a
   * connection of their own, without a time limit. SQLite stops the event loop for each piece: for a thread of its own.
   */
  readonly pieces: <R extends object>(query: Compilable<R>) => AsyncGenerator<readonly R[]>;
  /**
   * Runs `work` in one transaction and resolves to its result once that is durably committed; rejects with
   * what `work` threw (nothing of it is kept) or with the reason the commit failed.
   *
   * `work` may use only the `tx` it gets, must await each statement before the next or all that it began
   * `together`, and must do nothing outside the database: on PostgreSQL it runs again after a serialization
   * failure or deadlock, on SQLite all others wait for it. Calling `write` inside a unit of work rejects at once.
   *
   * A lock that others hold for too long, and a server that falls silent, reject it (`isDatabaseAway`).
   */
  readonly write: <T>(work: (tx: WriteTx) => Promise<T>, options?: WriteOptions) => Promise<T>;
  /**
   * Resolves when the database answers, rejects when it does not. On SQLite also rejects when the file was moved away or
   * replaced, and when its folder has no room left.
   */
  readonly ping: () => Promise<void>;
  /**
   * Rejects with the reason if a standby is set and may not be read, does not get as far as the primary at once, or does not answer
   * statements. The first look on each timeline marks the primary's history.
   */
  readonly lookAtStandby: () => Promise<void>;
  /**
   * Writes SQLite's log into its file, so that no commit has to, which the event loop would wait for: for a thread next to one that writes
   * much. PostgreSQL does so by itself.
   */
  readonly checkpoint: () => Promise<void>;
  /** Session settings of its connections at this moment. */
  readonly load: () => readonly PoolLoad[];
  /** Lets accepted units of work finish, then closes all connections. */
  readonly close: () => Promise<void>;
}
