import { chmod, copyFile, mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { copyDatabase, copyNameOf } from "@wattle/db/copies";
import { sqlitePath } from "@wattle/db/database";
import type { DataKey } from "@wattle/db/sealed/data-key";
import { isoTime, type Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { encryptFile } from "./encrypted-file.ts";
import { noteBackup } from "./last-backup.ts";
import {
  BackupError,
  DOCUMENTS,
  filesBelow,
  fingerprintOf,
  manifest,
  MANIFEST,
  signedBy,
  type Manifest,
} from "./manifest.ts";

/** Documents have names like this one; next to them are some that are not finished. */
const DOCUMENT = /^[0-9a-f-]{36}$/;

/** The parts of an installation that a backup copies. */
type Kept = Pick<Config, "DATABASE_URL" | "MIGRATION_DATABASE_URL" | "UPLOAD_DIR" | "BACKUP_KEY">;

/** The role that owns the tables, if there is one: it may read and make all of them. */
export const ownerUrl = ({ DATABASE_URL, MIGRATION_DATABASE_URL = DATABASE_URL }: Kept): string =>
  MIGRATION_DATABASE_URL;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** The names in a folder; none if it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Read and written by the one user: what copies make else has the mode of what they copy, or of the process. */
const OWN_FILE = 0o600;

/** Resolves once a file, or the names in a folder, are on durable storage. */
async function sync(name: string): Promise<void> {
  const handle = await open(name, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Copies the documents of a folder that another one lacks, encrypted where a key is given; one that is removed meanwhile is left out. */
export async function copyDocuments(from: string, to: string, key?: DataKey): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const there = new Set(await namesIn(to));
  for (const name of await namesIn(from)) {
    if (!DOCUMENT.test(name) || there.has(name)) continue;
    try {
      const way = { from: path.join(from, name), to: path.join(to, name) };
      if (key === undefined) {
        await copyFile(way.from, way.to);
        await chmod(way.to, OWN_FILE);
      } else await encryptFile({ ...way, key, name: `${DOCUMENTS}/${name}` });
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
      await rm(path.join(to, name), { force: true });
      continue;
    }
    await sync(path.join(to, name));
  }
  await sync(to);
}

/** Whether a process of this machine goes on. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * Makes a folder for a plain copy, only for this backup: where the database is, or in the machine's own temporary
 * folder, never at the place of backups. Leftovers of killed backups are removed there.
 */
async function makePlainFolder({ DATABASE_URL }: Kept): Promise<string> {
  const file = sqlitePath(DATABASE_URL);
  const begin =
    file === undefined
      ? path.join(tmpdir(), `wattle-backup-${process.getuid?.() ?? ""}-`)
      : `${file}-backup-`;
  const [parent, start] = [path.dirname(begin), path.basename(begin)];
  for (const name of await namesIn(parent)) {
    const pid = name.startsWith(start) ? /^(\d+)-/.exec(name.slice(start.length))?.[1] : undefined;
    if (pid !== undefined && !isRunning(Number.parseInt(pid, 10))) {
      await rm(path.join(parent, name), { recursive: true, force: true });
    }
  }
  return mkdtemp(`${begin}${process.pid}-`);
}

/** Copies the database into a backup. */
async function putDatabase(config: Kept, folder: string, key: DataKey | undefined): Promise<void> {
  const name = copyNameOf(config.DATABASE_URL);
  const to = path.join(folder, name);
  if (key === undefined) {
    await copyDatabase(ownerUrl(config), to);
    await chmod(to, OWN_FILE);
    return sync(to);
  }
  const plain = await makePlainFolder(config);
  try {
    const from = path.join(plain, name);
    await copyDatabase(ownerUrl(config), from);
    await encryptFile({ from, to, key, name });
  } finally {
    await rm(plain, { recursive: true, force: true });
  }
}

/**
 * Writes a backup of the database and the documents while programs go on. It has another name until it is whole, and is then
 * renamed, so that none that was broken off is taken for one; then the audit log gets a line of it. It is encrypted with the first key
 * of `BACKUP_KEY`, if there is one.
 * @param folder must not be there yet, or be empty
 * @throws BackupError
 */
export async function writeBackup(config: Kept, clock: Clock, folder: string): Promise<Manifest> {
  if ((await namesIn(folder)).length > 0) throw new BackupError(`${folder} is not empty`);
  const unfinished = `${path.resolve(folder)}.part`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const database = copyNameOf(config.DATABASE_URL);
  const [key] = config.BACKUP_KEY ?? [];
  const documents = path.join(unfinished, DOCUMENTS);
  // Before and after: what the copied rows name may be removed, or have been stored, while they are copied.
  await copyDocuments(config.UPLOAD_DIR, documents, key);
  await putDatabase(config, unfinished, key);
  await copyDocuments(config.UPLOAD_DIR, documents, key);
  const files = [];
  for (const name of await filesBelow(unfinished)) files.push(await fingerprintOf(unfinished, name));
  const created_at = isoTime(BigInt(clock.now()));
  const plain = manifest.parse({ format: key === undefined ? 1 : 2, created_at, database, files });
  const written = key === undefined ? plain : signedBy(plain, key);
  await writeFile(path.join(unfinished, MANIFEST), `${JSON.stringify(written, null, 2)}\n`, {
    mode: OWN_FILE,
    flush: true,
  });
  await sync(unfinished);
  await rename(unfinished, folder);
  await sync(path.dirname(path.resolve(folder)));
  await noteBackup(config, clock, { encrypted: key !== undefined });
  return written;
}
