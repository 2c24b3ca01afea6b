import type { Database } from "./handles/handles.ts";

/** After so many pieces SQLite's log has grown by less than a commit would write into the file by itself. */
const PIECES = 12;

/** Passes pieces on to who writes them, and writes SQLite's log into its file meanwhile. For a thread of its own. */
export async function* checkpointing<Piece>(
  database: Pick<Database, "checkpoint">,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  let passed = 0;
  for await (const piece of pieces) {
    if (++passed % PIECES === 0) await database.checkpoint();
    yield piece;
  }
}
