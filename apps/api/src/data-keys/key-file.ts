import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { sqlitePath } from "@wattle/db/database";
import { newDataKeyText, parseDataKeys, type DataKey } from "@wattle/db/sealed/data-key";
import { ConfigError } from "../config-error.ts";
import type { Config } from "../config.ts";

type Where = Pick<Config, "DATABASE_URL" | "UPLOAD_DIR">;

/** Path of the key file of an installation without `DATA_KEYS`: next to its SQLite file, or else to its uploads. */
export function keyFileOf({ DATABASE_URL, UPLOAD_DIR }: Where): string {
  const file = sqlitePath(DATABASE_URL);
  if (file === undefined) return path.join(path.dirname(UPLOAD_DIR), "wattle.keys");
  return path.join(path.dirname(file), `${path.basename(file, path.extname(file))}.keys`);
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

function readKeyFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Writes a new key under a name of its own first, so that of processes that start at once one makes the file, whole. */
function makeKeyFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.part`;
  writeFileSync(unfinished, `${newDataKeyText()}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(unfinished);
  }
}

/**
 * The keys of an installation: those of `DATA_KEYS`, else those of its key file, which is made if there is none.
 * @param used ids of the keys its database was sealed with: a key file that they were in is not made once more
 * @throws ConfigError where the file is gone, or does not hold keys
 */
export function dataKeysOf(
  config: Where & Pick<Config, "DATA_KEYS">,
  used: readonly string[],
): readonly DataKey[] {
  if (config.DATA_KEYS !== undefined) return config.DATA_KEYS;
  const file = keyFileOf(config);
  if (readKeyFile(file) === undefined) {
    if (used.length > 0) {
      throw new ConfigError(`DATA_KEYS: not set, and ${file} is not there; needed: ${used.join(", ")}`);
    }
    makeKeyFile(file);
  }
  try {
    return parseDataKeys((readKeyFile(file) ?? "").trim());
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : "it cannot be read";
    throw new ConfigError(`DATA_KEYS: not set, and ${file} holds no keys: ${what}`, { cause });
  }
}
