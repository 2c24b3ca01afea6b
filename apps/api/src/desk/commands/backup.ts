import { checkBackup } from "../../backup/check-backup.ts";
import { noteCheck } from "../../backup/last-backup.ts";
import { BackupError } from "../../backup/manifest.ts";
import { restoreBackup } from "../../backup/restore-backup.ts";
import { writeBackup } from "../../backup/write-backup.ts";
import type { Command, SetupContext } from "./command.ts";

/** Says in one line what is wrong with a backup. @returns the exit code */
async function sayingProblem(
  { line }: { line: SetupContext["line"] },
  work: () => Promise<void>,
): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    line(error.message);
    return 1;
  }
}

/** Backups of the whole installation. */
export const BACKUP_COMMANDS: readonly Command[] = [
  {
    name: "backup",
    takes: "<folder>",
    about: "write database and documents into a new folder, while the server runs; DATA_KEYS are not in it",
    machine: "setup",
    run: (context) =>
      sayingProblem(context, async () => {
        const { files, created_at } = await writeBackup(context.config, context.clock, context.word(0));
        const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
        context.record({ created_at, files: files.length, bytes });
      }),
  },
  {
    name: "restore",
    takes: "<folder> [--check] [--plain]",
    about:
      "put a backup into an empty installation; --check only says whether that would work, with the ledger, its seals and every document; --plain takes one that is not encrypted, though BACKUP_KEY is set",
    options: { check: { type: "boolean" }, plain: { type: "boolean" } },
    machine: "setup",
    run: (context) =>
      sayingProblem(context, async () => {
        const { clock } = context;
        const config = context.flag("plain") ? { ...context.config, BACKUP_KEY: undefined } : context.config;
        if (!context.flag("check"))
          return context.record({ ...(await restoreBackup(config, clock, context.word(0))) });
        const checked = await checkBackup(config, clock, context.word(0));
        context.record({ ...checked, noted: await noteCheck(config, clock, checked) });
      }),
  },
];
