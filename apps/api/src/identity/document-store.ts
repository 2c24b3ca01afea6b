import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

/** Where uploads are kept, by identifiers of ours: never under a name that somebody sent. */
export interface DocumentStore {
  /** Keeps the content; resolves once it is on durable storage. */
  put(id: string, content: Buffer): Promise<void>;
  /** @throws Error when there is no such content */
  read(id: string): Promise<Readable>;
  /** Removes the content, if it is there. */
  remove(id: string): Promise<void>;
}

const IDENTIFIER = /^[0-9a-f-]{36}$/;

/**
 * Uploads in a folder that no web server serves. Files are readable to this user alone and appear whole or not at all.
 * @param folder is made where it is missing
 */
export function createDiskStore(folder: string): DocumentStore {
  const root = path.resolve(folder);
  const fileOf = (id: string): string => {
    if (!IDENTIFIER.test(id)) throw new RangeError("a document's identifier is a UUID");
    return path.join(root, id);
  };
  return {
    async put(id, content) {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const unfinished = `${fileOf(id)}.part`;
      try {
        const file = await open(unfinished, "wx", 0o600);
        try {
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, fileOf(id));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async read(id) {
      await stat(fileOf(id));
      return createReadStream(fileOf(id));
    },
    remove: (id) => rm(fileOf(id), { force: true }),
  };
}
