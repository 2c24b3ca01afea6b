import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sqlitePath } from "@wattle/db/database";
import type { Clock } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { keyFileOf } from "../../data-keys/key-file.ts";
import { nodeProblem } from "../../require-node.ts";
import { findAddress } from "./address-check.ts";
import { fault, ok, warning, type Check, type Finding } from "./check.ts";
import { brandWarnings, settingWarnings } from "./production-warnings.ts";

/** An installation as its settings say it is: nothing of it has to work. */
export interface Settled {
  readonly config: Config;
  readonly clock: Clock;
}

export const NODE_CHECK: Check<unknown> = {
  name: "Node",
  find: () => {
    const { node } = process.versions;
    const problem = nodeProblem(node);
    return [problem === undefined ? ok(`Node ${node}.`) : fault(`${problem}. Install it.`)];
  },
};

const settings: Check<Settled> = {
  name: "Settings",
  find({ config }) {
    if (config.NODE_ENV !== "production")
      return [warning(`NODE_ENV is ${config.NODE_ENV}. Set it to production before customers come.`)];
    const lines = settingWarnings(config);
    return lines.length === 0 ? [ok("Nothing is left over from a trial.")] : lines.map(warning);
  },
};

const firm: Check<Settled> = {
  name: "Firm and legal texts",
  find({ config }) {
    const lines = brandWarnings(config);
    return lines.length === 0 ? [ok("The firm’s details and legal texts are its own.")] : lines.map(warning);
  },
};

const keys: Check<Settled> = {
  name: "Keys",
  find({ config }) {
    const { DATA_KEYS: own } = config;
    if (own === undefined)
      return [
        warning(
          `DATA_KEYS is not set, so the keys are in ${keyFileOf(config)}. Copy that file to a place without backups.`,
        ),
      ];
    const ids = own.map(({ id }) => id).join(", ");
    return [ok(`DATA_KEYS has ${ids}. This program can’t see your copies: keep one away from the backups.`)];
  },
};

const GIB = 2 ** 30;
/** Less room stops uploads, backups or the database soon. */
const FULL_BYTES = GIB / 2;
const NEARLY_FULL_BYTES = 2 * GIB;

const sizeText = (bytes: number): string =>
  bytes < GIB ? `${Math.floor(bytes / 2 ** 20)} MiB` : `${Math.floor(bytes / GIB)} GiB`;

/** The folder, or the nearest one above it that is there. */
function existing(folder: string): string {
  const whole = path.resolve(folder);
  return existsSync(whole) ? whole : existing(path.dirname(whole));
}

async function roomFinding(what: string, folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(existing(folder));
  const room = `${sizeText(bavail * bsize)} of ${sizeText(blocks * bsize)} free for ${what} (${folder})`;
  if (bavail * bsize < FULL_BYTES) return fault(`${room}. Make room now.`);
  if (bavail * bsize < NEARLY_FULL_BYTES) return warning(`${room}. Make room soon.`);
  return ok(`${room}.`);
}

const disk: Check<Settled> = {
  name: "Disk",
  async find({ config }) {
    const file = sqlitePath(config.DATABASE_URL);
    return Promise.all([
      roomFinding("documents", config.UPLOAD_DIR),
      roomFinding("unpacked backups and proofs", tmpdir()),
      file === undefined
        ? ok("The room of PostgreSQL can’t be seen from here. Watch it on its own machine.")
        : roomFinding("the database", path.dirname(file)),
    ]);
  },
};

/** Checks that need no more than the settings. */
export const MACHINE_CHECKS: readonly Check<Settled>[] = [
  NODE_CHECK,
  settings,
  firm,
  keys,
  { name: "Address", find: findAddress },
  disk,
];
