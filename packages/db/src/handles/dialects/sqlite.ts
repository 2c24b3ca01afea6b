import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import type { Compilable, CompiledQuery, QueryResult } from "kysely";
import type { CompiledStatement } from "../statement.ts";
import type { AnyReader, Database, PoolLoad, ReadDb } from "../handles.ts";
import { readHandle, type Executor } from "./handle.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { PIECE_ROWS } from "./pieces.ts";
import { BUSY_LIMIT_MS, untilFree } from "./until-free.ts";
import { WriteLane } from "./write-lane.ts";

/** Customers' data: only for the user that runs the server. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** How long the write-ahead log grows before it goes into the file: 16 MiB. */
const CHECKPOINT_PAGES = 4096;
/**
 * Part of the file that a long work next to the server keeps, 2 MiB: it walks through the file, and reads no page soon
 * again.
 */
const WALK_CACHE = -2048;
/** Bytes that must still fit into the folder for the database to count as usable. */
const ROOM_BYTES = 64 * 1024;

/** The reading connection. It waits for another process's lock without stopping the event loop. */
class PatientReader implements Executor {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return untilFree(async () => this.#connection.execute<R>(query));
  }

  run<R>(statement: CompiledStatement, parameters: object): Promise<R[]> {
    return untilFree(async () => this.#connection.run<R>(statement, parameters));
  }
}

/** An SQLite file: one handle that writes, through the write lane, and one that can only read. */
export class SqliteDatabase implements Database {
  readonly dialect = "sqlite";
  readonly read: ReadDb;
  readonly standby: AnyReader;
  readonly #path: string;
  /** Distinguishes the file from any other that may later be at its path. */
  readonly #identity: string;
  readonly #reading: SqliteConnection;
  readonly #writing: SqliteConnection;
  readonly #lane: WriteLane;

  /**
   * Opens `path`. The file and its folder become readable only to this user.
   * @param create whether they are created if they do not exist
   * @param limited false for long works, which keep little of what they read in memory
   */
  static async open(
    path: string,
    { create, limited }: { readonly create: boolean; readonly limited: boolean },
  ): Promise<SqliteDatabase> {
    if (create) createPrivate(path);
    else statSync(path);
    // If several make a new file at once, SQLite lets one turn WAL on and refuses the others without waiting.
    const writing = await untilFree(async () => openToWrite(path, { create }));
    const database = new SqliteDatabase(path, writing);
    if (!limited) database.#reading.handle.pragma(`cache_size = ${WALK_CACHE}`);
    return database;
  }

  private constructor(path: string, writing: Sqlite.Database) {
    const reading = new Sqlite(path, { readonly: true, timeout: 0 });
    reading.defaultSafeIntegers(true);
    makePrivate(path);
    this.#path = path;
    this.#identity = identityOf(statSync(path));
    this.#writing = new SqliteConnection(writing);
    this.#reading = new SqliteConnection(reading);
    this.#lane = new WriteLane(this.#writing);
    this.read = readHandle("sqlite", new PatientReader(this.#reading));
    this.standby = this.read;
  }

  readonly write: Database["write"] = (work, options) => this.#lane.write(work, options);
  readonly pieces: Database["pieces"] = (query) => this.#pieces(query);

  async *#pieces<R extends object>(query: Compilable<R>): AsyncGenerator<readonly R[]> {
    const { sql, parameters } = query.compile();
    const reading = new Sqlite(this.#path, { readonly: true, timeout: BUSY_LIMIT_MS });
    try {
      reading.defaultSafeIntegers(true);
      let piece: R[] = [];
      for (const row of reading.prepare<unknown[], R>(sql).iterate(...parameters)) {
        if (piece.push(row) < PIECE_ROWS) continue;
        yield piece;
        piece = [];
      }
      if (piece.length > 0) yield piece;
    } finally {
      reading.close();
    }
  }

  readonly load = (): readonly PoolLoad[] => {
    const { waiting, busy } = this.#lane;
    return [
      // Reading blocks the event loop, so that no one ever waits for it.
      { pool: "read", open: 1, idle: 1, waiting: 0 },
      { pool: "write", open: 1, idle: busy ? 0 : 1, waiting },
    ];
  };

  readonly checkpoint = async (): Promise<void> => {
    this.#writing.handle.pragma("wal_checkpoint(PASSIVE)");
  };

  readonly lookAtStandby = async (): Promise<void> => {};

  readonly ping = async (): Promise<void> => {
    if (identityOf(await stat(this.#path)) !== this.#identity) {
      throw new Error("the file at the database's path is another one than was opened");
    }
    await untilFree(async () => this.#reading.command("select 1"));
    const probe = `${this.#path}.${process.pid}.probe`;
    try {
      await writeFile(probe, Buffer.alloc(ROOM_BYTES), { mode: FILE_MODE });
    } finally {
      await rm(probe, { force: true });
    }
  };

  readonly close = async (): Promise<void> => {
    await this.#lane.close();
    this.#reading.handle.close();
    this.#writing.handle.close();
  };
}

/** @throws if another process has locked the file */
function openToWrite(path: string, { create }: { readonly create: boolean }): Sqlite.Database {
  // SQLite waits by stopping the whole process, so waiting is ours.
  const writing = new Sqlite(path, { timeout: 0, fileMustExist: !create });
  try {
    writing.defaultSafeIntegers(true);
    writing.pragma("journal_mode = WAL");
    // WAL's default, NORMAL, may lose the newest commits when the power goes: an answered exchange must
    // survive it.
    writing.pragma("synchronous = FULL");
    // Pages that are written again and again, as ends of indexes are, go into the file once for all of them: the
    // bench's "exchanges through HTTP".
    writing.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    writing.pragma("foreign_keys = ON");
    // Without it INSERT OR REPLACE would delete rows of append-only tables past their triggers.
    writing.pragma("recursive_triggers = ON");
    return writing;
  } catch (error) {
    writing.close();
    throw error;
  }
}

const identityOf = ({ dev, ino }: { readonly dev: number; readonly ino: number }): string => `${dev}:${ino}`;

/** Creates the folder and an empty file, if they do not exist: SQLite itself would let others read them. */
function createPrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  try {
    closeSync(openSync(path, "wx", FILE_MODE));
  } catch {
    // It exists, or cannot be created: opening it says what is wrong.
  }
}

/** Takes other users' access away from the files of an older installation; they may belong to another user. */
function makePrivate(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, FILE_MODE);
    } catch {
      continue;
    }
  }
}
