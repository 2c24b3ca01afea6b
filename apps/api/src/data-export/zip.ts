import { Zip, ZipDeflate } from "fflate";
import { setImmediate as nextTurn } from "node:timers/promises";

/** Bytes that are packed at once: a few milliseconds, after which others get their turn. */
const PIECE = 64 * 1024;

export interface ZipFile {
  /** Path within the archive. */
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * A ZIP archive of files, a piece at a time as they are read: never more than a piece and what it was made from is held.
 * @param madeAt what all files are dated, milliseconds since 1970
 */
export async function* zipOf(files: AsyncIterable<ZipFile>, madeAt: number): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    packed.push(piece);
  });
  for await (const { name, content } of files) {
    const file = new ZipDeflate(name);
    file.mtime = madeAt;
    zip.add(file);
    for await (const part of content) {
      for (let at = 0; at < part.length; at += PIECE) {
        file.push(part.subarray(at, at + PIECE));
        yield* packed.splice(0);
        await nextTurn();
      }
    }
    file.push(new Uint8Array(), true);
    yield* packed.splice(0);
  }
  zip.end();
  yield* packed.splice(0);
}
