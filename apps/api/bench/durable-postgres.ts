import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPostgres } from "@wattle/db/testing/postgres-server";

/** A PostgreSQL server that writes as it does for an operator. */
export interface DurablePostgres {
  /** Address of an empty database. */
  readonly url: string;
  /** Folder of its files. */
  readonly folder: string;
}

/** Runs `work` with a server of its own, which is thrown away: `fsync=on`, `synchronous_commit=on`, unlike that of tests. */
export async function withDurablePostgres<T>(work: (postgres: DurablePostgres) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(path.join(tmpdir(), "wattle-bench-"));
  // The server refuses to run as root, so its files are another user's.
  chmodSync(directory, 0o755);
  const folder = path.join(directory, "postgres");
  const settings = ["fsync=on", "full_page_writes=on", "synchronous_commit=on"];
  const postgres = await startPostgres(folder, { settings });
  try {
    return await work({ url: postgres.url, folder });
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
