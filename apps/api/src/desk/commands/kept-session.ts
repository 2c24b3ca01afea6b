import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { Config } from "../../config.ts";

/** Two installations of one person have a file each. */
const NAME_LENGTH = 16;

/** The file of the command line's login: in the user's state directory, unreadable for others. */
function fileOf({ XDG_STATE_HOME, DATABASE_URL }: Pick<Config, "XDG_STATE_HOME" | "DATABASE_URL">): string {
  const folder = XDG_STATE_HOME ?? path.join(homedir(), ".local", "state");
  const installation = createHash("sha256").update(DATABASE_URL).digest("hex").slice(0, NAME_LENGTH);
  return path.join(folder, "wattle", `ops-${installation}`);
}

/** The identifier of the session that was kept; undefined if there is none. */
export async function readKeptSession(config: Config): Promise<string | undefined> {
  try {
    return (await readFile(fileOf(config), "utf8")).trim();
  } catch {
    return undefined;
  }
}

/** Keeps a session's identifier, in place of an earlier one. */
export async function keepSession(config: Config, sessionId: string): Promise<void> {
  const file = fileOf(config);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // A file that is there keeps its mode: it is made again.
  await rm(file, { force: true });
  await writeFile(file, `${sessionId}\n`, { mode: 0o600, flag: "wx" });
}

export const forgetKeptSession = (config: Config): Promise<void> => rm(fileOf(config), { force: true });
