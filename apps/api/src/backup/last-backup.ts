/** When the installation was last backed up, and a backup checked: lines of the audit log, which there is in every version of the tables. */
import type { AuditAct } from "@wattle/contracts/audit-acts";
import { appendAudit, newestAuditOf } from "@wattle/db/audit";
import { openDatabase, type Reader } from "@wattle/db/database";
import type { AuditRecord } from "@wattle/db/tables";
import { randomIds, type Clock } from "../clock.ts";
import type { Config } from "../config.ts";

const MADE = { action: "backup.made" satisfies AuditAct, subject: "installation" } as const;
const CHECKED = { action: "backup.checked" satisfies AuditAct, subject: "installation" } as const;

const HOUR = 60 * 60 * 1000;

async function note(
  { DATABASE_URL }: Pick<Config, "DATABASE_URL">,
  clock: Clock,
  line: Pick<AuditRecord, "action" | "subject" | "details">,
): Promise<void> {
  const database = await openDatabase(DATABASE_URL, { create: false });
  try {
    await database.write(
      (tx) =>
        appendAudit(tx, {
          ...line,
          id: randomIds.uuid(),
          actor: "cli",
          created_at: BigInt(clock.now()),
        }),
      { patient: true },
    );
  } finally {
    await database.close();
  }
}

/** Notes in the database that a whole backup of it was written. The backup does not have the note. */
export const noteBackup = (
  config: Pick<Config, "DATABASE_URL">,
  clock: Clock,
  { encrypted }: { readonly encrypted: boolean },
): Promise<void> => note(config, clock, { ...MADE, details: JSON.stringify({ encrypted }) });

/**
 * Notes in the database that a backup passed its check.
 * @returns whether there is a database that takes the note: a backup can also be checked on another machine
 */
export async function noteCheck(
  config: Pick<Config, "DATABASE_URL">,
  clock: Clock,
  backup: { readonly created_at: string },
): Promise<boolean> {
  try {
    await note(config, clock, { ...CHECKED, details: JSON.stringify({ backup: backup.created_at }) });
    return true;
  } catch {
    return false;
  }
}

/** @returns when a backup last passed its check, and when that one was made, in milliseconds since 1970; undefined if none did yet */
export async function readLastCheck(
  reader: Reader,
): Promise<{ readonly checkedAt: bigint; readonly backupAt: bigint } | undefined> {
  const line = await newestAuditOf(reader, CHECKED);
  if (line === undefined) return undefined;
  const { backup } = JSON.parse(line.details) as { backup: string };
  return { checkedAt: line.created_at, backupAt: BigInt(Date.parse(backup)) };
}

/** @returns when the last whole backup was written, in milliseconds since 1970; undefined if there was none yet */
export async function readLastBackup(
  reader: Reader,
): Promise<{ readonly madeAt: bigint; readonly isEncrypted: boolean } | undefined> {
  const line = await newestAuditOf(reader, MADE);
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
