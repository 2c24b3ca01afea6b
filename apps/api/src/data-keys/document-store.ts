import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { FILE_HEAD_BYTES, sealingKeyOf, type Vault } from "@wattle/db/sealed/vault";

/** Store of uploads, under identifiers of ours: never under a name that someone sent. */
export interface DocumentStore {
  /** Keeps the content, sealed; resolves once it is on durable storage. */
  put(id: string, content: Buffer): Promise<void>;
  /** @throws Error if there is no such content, SealError if it was changed or is not sealed */
  read(id: string): Promise<Buffer>;
  /** Removes the content, if it is there. */
  remove(id: string): Promise<void>;
  /** The id of the key that sealed the content; null if it is not sealed, undefined if there is none. */
  keyOf(id: string): Promise<string | null | undefined>;
  /** Seals the content with the vault's first key, unless it is. @returns whether it was not */
  reseal(id: string): Promise<boolean>;
  /** Removes what writers that were killed before `time` (milliseconds since 1970) left unfinished. */
  removeUnfinished(time: number): Promise<void>;
}

const IDENTIFIER = /^[0-9a-f-]{36}$/;
const UNFINISHED = ".part";

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** Value in place of a missing file or folder; every other error stays one. */
const unlessMissing =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return instead;
    throw error;
  };

/** Writes a file that appears whole or not at all, in the place of the former one. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
  try {
    const handle = await open(unfinished, "wx", 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function readHead(file: string): Promise<Buffer | undefined> {
  try {
    const handle = await open(file, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(FILE_HEAD_BYTES), 0, FILE_HEAD_BYTES, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Uploads in a folder that no web server serves, each sealed. Only this user can read the files, and they appear whole
 * or not at all.
 * @param folder is made if it is missing
 */
export function createDiskStore(folder: string, vault: Vault): DocumentStore {
  const root = path.resolve(folder);
  const fileOf = (id: string): string => {
    if (!IDENTIFIER.test(id)) throw new RangeError("a document's identifier is a UUID");
    return path.join(root, id);
  };
  const keyOf = async (id: string): Promise<string | null | undefined> => {
    const head = await readHead(fileOf(id));
    return head === undefined ? undefined : (sealingKeyOf(head) ?? null);
  };
  const read = async (id: string): Promise<Buffer> => vault.openFile(id, await readFile(fileOf(id)));
  return {
    async put(id, content) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await writeWhole(fileOf(id), vault.sealFile(id, content));
    },
    read,
    remove: (id) => rm(fileOf(id), { force: true }),
    keyOf,
    async reseal(id) {
      const key = await keyOf(id);
      if (key === undefined || key === vault.keyId) return false;
      await writeWhole(fileOf(id), vault.sealFile(id, await read(id)));
      return true;
    },
    async removeUnfinished(time) {
      const names = await readdir(root).catch(unlessMissing([]));
      for (const name of names.filter((entry) => entry.endsWith(UNFINISHED))) {
        const file = path.join(root, name);
        // A writer at work may have finished it since the folder was read.
        const found = await stat(file).catch(unlessMissing(undefined));
        if (found !== undefined && found.mtimeMs < time) await rm(file, { force: true });
      }
    },
  };
}
