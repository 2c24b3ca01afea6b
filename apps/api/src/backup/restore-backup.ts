import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { isWithoutTables, putCopyBack } from "@wattle/db/copies";
import { sqlitePath } from "@wattle/db/database";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { checkOpened, type CheckedBackup } from "./check-backup.ts";
import { BackupError, DOCUMENTS } from "./manifest.ts";
import { withBackup, type OpenedBackup } from "./open-backup.ts";
import { copyDocuments, namesIn, ownerUrl } from "./write-backup.ts";

/** A database's file, and what SQLite keeps next to it: a log of before would be replayed into the restored one. */
const SQLITE_FILES = ["", "-wal", "-shm", "-journal"] as const;

/** @throws BackupError unless there is nothing yet that a restore would touch */
async function requireEmptyTarget(config: Config): Promise<void> {
  const file = sqlitePath(config.DATABASE_URL);
  const isFree =
    file === undefined
      ? await isWithoutTables(ownerUrl(config))
      : !SQLITE_FILES.some((end) => existsSync(`${file}${end}`));
  if (!isFree) throw new BackupError("the database of DATABASE_URL is not empty; takes a new one");
  if ((await namesIn(config.UPLOAD_DIR)).length > 0)
    throw new BackupError(`${config.UPLOAD_DIR} is not empty; takes a new UPLOAD_DIR`);
}

/**
 * Puts a backup that passes every check into an installation that has nothing yet. The database comes last and whole, so that one
 * that was broken off cannot be started.
 * @throws BackupError, ConfigError, in one line
 */
export const restoreBackup = (config: Config, clock: Clock, folder: string): Promise<CheckedBackup> =>
  withBackup(config, folder, (opened) => restoreOpened(config, clock, opened));

async function restoreOpened(config: Config, clock: Clock, opened: OpenedBackup): Promise<CheckedBackup> {
  const { database } = opened.manifest;
  const { folder } = opened;
  const expected = sqlitePath(config.DATABASE_URL) === undefined ? "database.dump" : "database.sqlite";
  if (database !== expected)
    throw new BackupError(`${database} does not fit DATABASE_URL; takes ${expected}`);
  await requireEmptyTarget(config);
  const checked = await checkOpened(config, clock, opened);
  const unfinished = `${path.resolve(config.UPLOAD_DIR)}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await copyDocuments(path.join(folder, DOCUMENTS), unfinished);
  await rm(config.UPLOAD_DIR, { recursive: true, force: true });
  await rename(unfinished, config.UPLOAD_DIR);
  const copy = path.join(folder, database);
  const file = sqlitePath(config.DATABASE_URL);
  if (file === undefined) await putCopyBack(copy, ownerUrl(config));
  else {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await putCopyBack(copy, `sqlite:${file}.part`);
    await rename(`${file}.part`, file);
  }
  return checked;
}
