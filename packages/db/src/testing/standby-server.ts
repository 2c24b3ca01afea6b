import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../database.ts";
import { migrate } from "../migrations/migrate.ts";
import { startPostgres } from "./postgres-server.ts";

type Server = Awaited<ReturnType<typeof startPostgres>>;

/** A primary, and a standby made from a copy of its files. */
export interface ServerPair {
  readonly primary: Server;
  readonly standby: Server;
  /** Its files, which stay when it stops. */
  readonly primaryFolder: string;
  /** The standby's. */
  readonly standbyFolder: string;
}

interface PairOptions {
  /** Makes what both have at the start: the tables, unless said. */
  readonly fill?: (url: string) => Promise<void>;
  /** Settings of the primary. */
  readonly settings?: readonly string[];
  /** Whether the standby gets the primary's log; it does unless said. */
  readonly follows?: boolean;
}

async function migrateAt(url: string): Promise<void> {
  const database = await openDatabase(url);
  await migrate(database);
  await database.close();
}

/** Starts two servers with their files in folders of these names. */
export async function startServerPair(
  folders: string,
  { fill = migrateAt, settings = [], follows = true }: PairOptions = {},
): Promise<ServerPair> {
  const [primaryFolder, standbyFolder] = [`${folders}-1`, `${folders}-2`];
  const empty = await startPostgres(primaryFolder, { isKept: true });
  await fill(empty.url);
  await empty.stop();
  copyServer(primaryFolder, standbyFolder);
  const primary = await startPostgres(primaryFolder, { isCopy: true, isKept: true, settings });
  const standby = await startStandby(standbyFolder, follows ? primary.url : undefined);
  return { primary, standby, primaryFolder, standbyFolder };
}

/** Copies a server's files with their owner, who is not root. It must not run. */
export function copyServer(folder: string, copy: string): void {
  execFileSync("cp", ["-a", folder, copy]);
}

/** Starts a standby from files that a server left. @param follows the primary whose log it gets, if any */
export function startStandby(folder: string, follows: string | undefined): Promise<Server> {
  writeFileSync(join(folder, "standby.signal"), "");
  const settings =
    follows === undefined
      ? []
      : [`primary_conninfo=host=127.0.0.1 port=${new URL(follows).port} user=postgres password=test`];
  return startPostgres(folder, { isCopy: true, isStandby: true, settings });
}
