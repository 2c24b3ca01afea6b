import { piecesFromThread } from "@wattle/db/in-thread";
import { listPieces, type ListPiece } from "./list-pieces.ts";
import type { GivenFile } from "./list-worker.ts";

/** Files below this size hold no one up. */
const LITTLE_BYTES = 16 * 1024;

/** The memory that a list of 50 MB takes. */
const LIMITS = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 32 };

/** The pieces of a list's file, which is read in a thread unless it is small. @throws Error `isOutOfMemory` */
export async function* readPieces(file: GivenFile): AsyncGenerator<ListPiece> {
  const { content } = file;
  if (typeof content === "string" && content.length + (file.aliases?.length ?? 0) <= LITTLE_BYTES) {
    yield* listPieces({ ...file, content });
    return;
  }
  yield* piecesFromThread<ListPiece>(new URL("list-worker.ts", import.meta.url), {
    data: file,
    transfer: typeof content === "string" ? [] : [content.buffer],
    limits: LIMITS,
  });
}
