import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import type { Database, ReadDb, WriteTx } from "../transaction.ts";
import { readHandle } from "./handle.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { WriteLane } from "./write-lane.ts";

/**
 * How long SQLite waits for another process (the back-office command line, say) to finish its transaction.
 */
const BUSY_TIMEOUT_MS = 5000;

/** An SQLite file: one handle that writes, through the write lane, and one that can only read. */
export class SqliteDatabase implements Database {
  readonly dialect = "sqlite";
  readonly read: ReadDb;
  readonly #reading: SqliteConnection;
  readonly #writing: SqliteConnection;
  readonly #lane: WriteLane;

  /** Opens `path`, creating the file and its directory where they do not exist. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    const writing = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS });
    writing.defaultSafeIntegers(true);
    writing.pragma("journal_mode = WAL");
    // WAL's default, NORMAL, may lose the newest commits when the power goes: an answered exchange must
    // survive it.
    writing.pragma("synchronous = FULL");
    writing.pragma("foreign_keys = ON");
    // Without it INSERT OR REPLACE would delete rows of append-only tables past their triggers.
    writing.pragma("recursive_triggers = ON");
    const reading = new Sqlite(path, { readonly: true, timeout: BUSY_TIMEOUT_MS });
    reading.defaultSafeIntegers(true);
    this.#writing = new SqliteConnection(writing);
    this.#reading = new SqliteConnection(reading);
    this.#lane = new WriteLane(this.#writing);
    this.read = readHandle("sqlite", this.#reading);
  }

  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    return this.#lane.write(work);
  }

  async ping(): Promise<void> {
    this.#reading.command("select 1");
  }

  async close(): Promise<void> {
    await this.#lane.close();
    this.#reading.handle.close();
    this.#writing.handle.close();
  }
}
