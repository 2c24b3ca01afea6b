import { isPlainLine } from "@wattle/contracts/plain-text";
import { findApp } from "@wattle/db/apps";
import type { Reader } from "@wattle/db/database";
import type { App, User } from "@wattle/db/tables";
import type { Config } from "../config.ts";
import { findAdmittedUserById } from "./admission.ts";

/**
 * An app that may act, with its developer. If the developer is blocked, or is no customer any more, the app stops, and so do the
 * tokens that it was given.
 */
export async function findWorkingApp(
  config: Pick<Config, "DEMO">,
  reader: Reader,
  id: string,
): Promise<{ readonly app: App; readonly developer: User } | undefined> {
  // PostgreSQL takes a NUL in no text, not even to look for it.
  const app = isPlainLine(id) ? await findApp(reader, id) : undefined;
  if (app === undefined) return undefined;
  const developer = await findAdmittedUserById(config, reader, app.user_id);
  return developer?.status === "verified" ? { app, developer } : undefined;
}
