import path from "node:path";
import { verifySeals } from "@wattle/db/book-seals/verify-seals";
import { NoRightToCreateError, openCopy } from "@wattle/db/copies";
import { listUsedKeyIds } from "@wattle/db/data-keys/key-ring";
import { openDatabase } from "@wattle/db/database";
import { checkLedger } from "@wattle/db/ledger/trial-balance";
import { readSealKeys } from "../book-seals/seal-keys.ts";
import type { Clock } from "../clock.ts";
import { createServices } from "../compose.ts";
import type { Config } from "../config.ts";
import { dataKeysOf } from "../data-keys/key-file.ts";
import { documentIds } from "../data-keys/key-usage.ts";
import type { Services } from "../services.ts";
import { BackupError, DOCUMENTS } from "./manifest.ts";
import { withBackup, type OpenedBackup } from "./open-backup.ts";
import { ownerUrl } from "./write-backup.ts";

/** Findings of a check of a backup. */
export interface CheckedBackup {
  readonly created_at: string;
  readonly files: number;
  readonly accounts: number;
  readonly entries: number;
  readonly sealed: number;
  readonly documents: number;
}

type CopyServices = Pick<Services, "database" | "vault" | "signingKeys" | "documents">;

async function checkCopy(services: CopyServices): Promise<Omit<CheckedBackup, "created_at" | "files">> {
  const { accounts, entries, mismatches } = await checkLedger(services.database.read);
  if (mismatches.length > 0)
    throw new BackupError(`the ledger does not add up: ${mismatches.length} mismatches`);
  const { verify } = await readSealKeys(services);
  const { problem, sealed } = await verifySeals(services.database.read, verify);
  if (problem !== undefined) throw new BackupError(`${problem.table} ${problem.id} ${problem.what}`);
  let documents = 0;
  for await (const id of documentIds(services.database)) {
    await services.documents.read(id).catch((cause: unknown) => {
      throw new BackupError(`the document ${id} cannot be read`, { cause });
    });
    documents += 1;
  }
  return { accounts, entries, sealed, documents };
}

/** The keys of this installation; those of a key file are next to its own database, not to the copy. */
async function keysFor(config: Config, copy: string): Promise<Config["DATA_KEYS"]> {
  const database = await openDatabase(copy, { create: false });
  try {
    return dataKeysOf(config, await listUsedKeyIds(database.read));
  } finally {
    await database.close();
  }
}

/**
 * Whether an installation could start from a backup: its files are as they were written, its database opens and can be brought up to
 * date, its ledger adds up, its seals verify, and every document opens. All of it on a copy, which is removed again.
 * @throws BackupError, ConfigError, in one line
 */
export const checkBackup = (config: Config, clock: Clock, folder: string): Promise<CheckedBackup> =>
  withBackup(config, folder, (opened) => checkOpened(config, clock, opened));

function refuseWithoutRight(error: unknown): never {
  if (!(error instanceof NoRightToCreateError)) throw error;
  throw new BackupError(
    `${error.message}, which a check needs; as an administrator: alter role ${error.role} createdb`,
    { cause: error },
  );
}

/** The same of a backup that is open. */
export async function checkOpened(
  config: Config,
  clock: Clock,
  { manifest: { created_at, files, database }, folder }: OpenedBackup,
): Promise<CheckedBackup> {
  const copy = await openCopy(path.join(folder, database), ownerUrl(config)).catch(refuseWithoutRight);
  try {
    const services = await createServices(
      {
        ...config,
        DATABASE_URL: copy.url,
        MIGRATION_DATABASE_URL: undefined,
        READ_DATABASE_URL: undefined,
        UPLOAD_DIR: path.join(folder, DOCUMENTS),
        DATA_KEYS: await keysFor(config, copy.url),
        LIMITS_URL: "memory:",
        LOG_LEVEL: "silent",
      },
      { clock },
    );
    try {
      return { created_at, files: files.length, ...(await checkCopy(services)) };
    } finally {
      await services.database.close();
    }
  } finally {
    await copy.remove();
  }
}
