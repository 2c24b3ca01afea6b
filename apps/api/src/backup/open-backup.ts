import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import type { Config } from "../config.ts";
import { DecryptError, decryptFile } from "./encrypted-file.ts";
import { BackupError, DOCUMENTS, keyOfBackup, readWholeBackup, type Manifest } from "./manifest.ts";

/** A backup that can be read. */
export interface OpenedBackup {
  readonly manifest: Manifest;
  /** Folder with its files as they were before they were encrypted. */
  readonly folder: string;
}

const STOPS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Removes a folder and all in it before it returns. It gets another name first: a thread that is about to create a file in it would leave
 * it not empty otherwise.
 * @throws Error if there is no such folder
 */
export function removeNow(folder: string): void {
  const renamed = `${folder}-removed`;
  renameSync(folder, renamed);
  rmSync(renamed, { recursive: true, force: true });
}

/** A folder of this user's own, removed where the program is stopped: a signal ends it past any `finally`. */
function temporaryFolder(): { readonly path: string; remove(): void } {
  let folder: string | undefined;
  const stop = (signal: (typeof STOPS)[number]): never => {
    if (folder !== undefined) removeNow(folder);
    process.exit(128 + constants.signals[signal]);
  };
  // Before there is a folder: a signal would leave it otherwise.
  for (const signal of STOPS) process.once(signal, stop);
  const made = (folder = mkdtempSync(path.join(tmpdir(), "wattle-restore-")));
  return {
    path: made,
    remove() {
      removeNow(made);
      for (const signal of STOPS) process.off(signal, stop);
    },
  };
}

/**
 * Opens a backup whose files are all as its manifest says. An encrypted one is decrypted into a folder of this user's own, which is
 * removed once `work` is done or the program is stopped.
 * @throws BackupError if it is not whole, or does not open with `BACKUP_KEY`
 */
export async function withBackup<T>(
  { BACKUP_KEY: keys }: Pick<Config, "BACKUP_KEY">,
  folder: string,
  work: (opened: OpenedBackup) => Promise<T>,
): Promise<T> {
  const manifest = await readWholeBackup(folder);
  const key = keyOfBackup(manifest, keys);
  if (key === undefined) return work({ manifest, folder });
  const temporary = temporaryFolder();
  const plain = temporary.path;
  try {
    await mkdir(path.join(plain, DOCUMENTS), { mode: 0o700 });
    for (const { path: name } of manifest.files) {
      await decryptFile({ from: path.join(folder, name), to: path.join(plain, name), key, name });
    }
    return await work({ manifest, folder: plain });
  } catch (error) {
    throw error instanceof DecryptError ? new BackupError(error.message, { cause: error }) : error;
  } finally {
    temporary.remove();
  }
}
