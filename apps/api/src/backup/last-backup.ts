/** When the installation was last backed up: a line of the audit log, which there is in every version of the tables. */
import type { AuditAct } from "@wattle/contracts/audit-acts";
import { appendAudit, newestAuditOf } from "@wattle/db/audit";
import { openDatabase, type Reader } from "@wattle/db/database";
import { randomIds, type Clock } from "../clock.ts";
import type { Config } from "../config.ts";

const LINE = { action: "backup.made" satisfies AuditAct, subject: "installation" } as const;

const HOUR = 60 * 60 * 1000;

/** Notes in the database that a whole backup of it was written. The backup does not have the note. */
export async function noteBackup(
  { DATABASE_URL }: Pick<Config, "DATABASE_URL">,
  clock: Clock,
  { encrypted }: { readonly encrypted: boolean },
): Promise<void> {
  const database = await openDatabase(DATABASE_URL, { create: false });
  try {
    await database.write(
      (tx) =>
        appendAudit(tx, {
          ...LINE,
          id: randomIds.uuid(),
          actor: "cli",
          details: JSON.stringify({ encrypted }),
          created_at: BigInt(clock.now()),
        }),
      { patient: true },
    );
  } finally {
    await database.close();
  }
}

/** @returns when the last whole backup was written, in milliseconds since 1970; undefined if there was none yet */
export async function readLastBackup(
  reader: Reader,
): Promise<{ readonly madeAt: bigint; readonly isEncrypted: boolean } | undefined> {
  const line = await newestAuditOf(reader, LINE);
  if (line === undefined) return undefined;
  return {
    madeAt: line.created_at,
    isEncrypted: (JSON.parse(line.details) as { encrypted: boolean }).encrypted,
  };
}

/** When the next backup is to be there, in milliseconds since 1970. */
export const nextBackupDue = (
  { BACKUP_TARGET }: Pick<Config, "BACKUP_TARGET">,
  { madeAt }: { readonly madeAt: bigint },
): bigint => madeAt + BigInt(BACKUP_TARGET * HOUR);
