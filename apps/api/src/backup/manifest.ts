import { createHash, timingSafeEqual } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { DataKey } from "@wattle/db/sealed/data-key";
import { z } from "zod";
import { macOf } from "./encrypted-file.ts";

export const MANIFEST = "manifest.json";
export const DOCUMENTS = "documents";

/** Contents of a backup. It is written last: a folder without it is no backup. */
export const manifest = z.object({
  /** 2 where its files are encrypted: a program that cannot read those refuses it. */
  format: z.union([z.literal(1), z.literal(2)]),
  created_at: z.iso.datetime(),
  database: z.enum(["database.sqlite", "database.dump"]),
  files: z.array(
    z.object({ path: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
  /** The id of the key that its files are encrypted with, and what that key makes of the rest of the manifest. */
  encryption: z.object({ key: z.string(), mac: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
});
export type Manifest = z.infer<typeof manifest>;
export type ManifestFile = Manifest["files"][number];

/** A backup is not whole, or not as it was written; the message says what is wrong, in one line. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const unsigned = ({ encryption: _encryption, ...rest }: Manifest, key: DataKey): string =>
  JSON.stringify([key.id, rest]);

/** The manifest of a backup whose files `key` has encrypted. */
export const signedBy = (written: Manifest, key: DataKey): Manifest => ({
  ...written,
  encryption: { key: key.id, mac: macOf(key, unsigned(written, key)) },
});

/**
 * The key that a backup is encrypted with; undefined for a plain one, which anyone can have written, so that it is taken only where
 * there are no keys.
 * @throws BackupError if it is not among `keys`, or another key of that id; for a plain one if there are keys
 */
export function keyOfBackup(written: Manifest, keys: readonly DataKey[] | undefined): DataKey | undefined {
  const { encryption } = written;
  if (encryption === undefined) {
    if (keys === undefined) return undefined;
    throw new BackupError("it is not encrypted, though BACKUP_KEY is set: --plain takes it all the same");
  }
  const key = keys?.find(({ id }) => id === encryption.key);
  if (key === undefined)
    throw new BackupError(`it is encrypted with the key ${encryption.key}, which BACKUP_KEY does not have`);
  const expected = Buffer.from(macOf(key, unsigned(written, key)), "hex");
  if (!timingSafeEqual(expected, Buffer.from(encryption.mac, "hex")))
    throw new BackupError(`${MANIFEST} was not written with this key ${key.id}, or was changed`);
  return key;
}

/** A file's length and SHA-256, read piece by piece. @param name its path within the folder */
export async function fingerprintOf(folder: string, name: string): Promise<ManifestFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(createReadStream(path.join(folder, name)), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  });
  return { path: name, bytes, sha256: hash.digest("hex") };
}

/** The files below a folder, by their paths in it, without the manifest. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((name) => name !== MANIFEST)
    .toSorted();
}

/** The manifest of a backup whose files are all as it says. @throws BackupError for any other folder */
export async function readWholeBackup(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), "utf8").catch(() => {
    throw new BackupError(`${folder} is no backup: it has no ${MANIFEST}`);
  });
  const parsed = manifest.safeParse(jsonOf(text));
  if (!parsed.success) throw new BackupError(`${MANIFEST} is not one that this program wrote`);
  const found = new Set(await filesBelow(folder));
  for (const file of parsed.data.files) {
    if (!found.delete(file.path)) throw new BackupError(`${file.path} is missing`);
    const { bytes, sha256 } = await fingerprintOf(folder, file.path);
    if (bytes !== file.bytes || sha256 !== file.sha256) throw new BackupError(`${file.path} was changed`);
  }
  for (const surplus of found) throw new BackupError(`${surplus} is not in ${MANIFEST}`);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
