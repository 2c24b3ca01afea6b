import { mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { BankLinesImported } from "@wattle/contracts/bank-lines";
import { DomainError } from "@wattle/contracts/errors";
import { recordAct } from "../audit/record-act.ts";
import { startTimer } from "../prices/timer.ts";
import type { Services } from "../services.ts";
import { startSweep } from "../transactions/start-sweep.ts";
import { SYSTEM_ACTOR } from "../transactions/transaction-detail.ts";
import { importBankLines } from "./import-bank-lines.ts";
import { readStatementBytes } from "./statement-file.ts";

type InboxServices = Parameters<typeof importBankLines>[0] & Pick<Services, "log">;

const OPERATOR = { id: `${SYSTEM_ACTOR}bank-inbox` };
const SWEEP_MILLISECONDS = 5_000;
/** A file is whole once no one has written to it for so long. */
const QUIET_MILLISECONDS = 10_000;
/** A process that has taken a file and not put it away for so long has died; importing a file again adds nothing. */
const TAKEN_MILLISECONDS = 10 * 60_000;

/** Folders for files of one account: new ones in the folder itself. */
const FOLDERS = { taken: ".taken", done: "done", failed: "failed" } as const;

/** Names under which programs write a file before it is whole. */
const UNFINISHED = /^\.|\.(part|tmp|filepart|crdownload)$|~$/i;

const isMissing = (failed: unknown): boolean =>
  failed instanceof Error && "code" in failed && failed.code === "ENOENT";

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name)).map(({ name }) => name);
}

/** Moves a file; of two processes that do so one has moved it. @returns whether it was this one */
async function move(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (failed) {
    if (isMissing(failed)) return false;
    throw failed;
  }
}

/** Report for staff next to a file that failed, or that changed closed days. */
const reportOf = ({ imported, duplicates, refused, warnings = [] }: BankLinesImported): string =>
  [
    `${imported} imported, ${duplicates} were known, ${refused.length} refused`,
    ...warnings,
    ...refused.map(({ line, reason }) => `line ${line}: ${reason}`),
    "",
  ].join("\n");

async function importFile(
  services: InboxServices,
  account: string,
  file: string,
): Promise<BankLinesImported> {
  try {
    const content = await readStatementBytes(file);
    const input = { deposit_account_id: account, content, format: "auto" } as const;
    return await importBankLines(services, OPERATOR, input);
  } catch (failed) {
    if (!(failed instanceof DomainError)) throw failed;
    return { imported: 0, duplicates: 0, refused: [{ line: 0, reason: failed.message }] };
  }
}

/** Imports a file that this process has taken, and puts it away. */
async function putAway(services: InboxServices, folder: string, name: string): Promise<void> {
  const { clock, database, log } = services;
  const account = path.basename(folder);
  const taken = path.join(folder, FOLDERS.taken, name);
  const done = await importFile(services, account, taken);
  const hasFailed = done.refused.length > 0;
  const kept = `${new Date(clock.now()).toISOString().replaceAll(/[:.]/g, "-")}-${name}`;
  const to = path.join(folder, hasFailed ? FOLDERS.failed : FOLDERS.done, kept);
  if (hasFailed || done.warnings !== undefined) await writeFile(`${to}.txt`, reportOf(done), { mode: 0o600 });
  if (hasFailed) {
    log.warn({ account, file: name, refused: done.refused.length }, "a statement in the inbox was refused");
    await database.write((tx) =>
      recordAct(tx, services, OPERATOR, {
        action: "bank_inbox.refused",
        subject: account,
        details: { file: name, imported: done.imported, refused: done.refused.slice(0, 20) },
      }),
    );
  }
  await move(taken, to);
}

/** Puts back what a process took that has died since. */
async function putBack({ clock }: InboxServices, folder: string): Promise<void> {
  const takenFolder = path.join(folder, FOLDERS.taken);
  for (const name of await filesOf(takenFolder)) {
    const taken = path.join(takenFolder, name);
    // Moving a file changes this time, and nothing else does here.
    const { ctimeMs } = await stat(taken);
    if (clock.now() - ctimeMs >= TAKEN_MILLISECONDS) await move(taken, path.join(folder, name));
  }
}

/**
 * Imports the statements that are in the inbox: each account's in a folder of its identifier. Imported files are moved
 * to `done`, and those refused as a whole or in part to `failed` with a report. One of several processes takes a file.
 */
export async function readInbox(services: InboxServices, inbox: string): Promise<void> {
  const entries = await readdir(inbox, { withFileTypes: true });
  for (const { name: account } of entries.filter((entry) => entry.isDirectory())) {
    const folder = path.join(inbox, account);
    for (const name of Object.values(FOLDERS)) await mkdir(path.join(folder, name), { recursive: true });
    await putBack(services, folder);
    for (const name of await filesOf(folder)) {
      const file = path.join(folder, name);
      const quiet = await stat(file).then(
        ({ mtimeMs }) => services.clock.now() - mtimeMs >= QUIET_MILLISECONDS,
        () => false,
      );
      if (quiet && (await move(file, path.join(folder, FOLDERS.taken, name))))
        await putAway(services, folder, name);
    }
  }
}

/** Looks into the inbox every few seconds, if there is one. @returns what stops it */
export const startBankInbox = (services: InboxServices): (() => Promise<void>) => {
  const { BANK_INBOX: inbox } = services.config;
  if (inbox === undefined) return () => Promise.resolve();
  return startSweep(
    services,
    () => readInbox(services, inbox),
    "the bank inbox could not be read",
    startTimer,
    SWEEP_MILLISECONDS,
  );
};
