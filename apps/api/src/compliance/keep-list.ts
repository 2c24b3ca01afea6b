import { DomainError } from "@wattle/contracts/errors";
import { OWN_MESSAGES } from "@wattle/contracts/own-messages";
import { isOutOfMemory } from "@wattle/db/in-thread";
import { deleteListParts, insertList, insertListPart } from "@wattle/db/screening";
import { isoTime } from "../clock.ts";
import type { Services } from "../services.ts";
import type { GivenFile } from "../screening/list-worker.ts";
import { readPieces } from "../screening/read-pieces.ts";

/**
 * Reads a list's file and keeps it as a version that no one uses yet. Each part is written on its own, so that nothing else waits for it.
 * @returns the identifier of the version
 * @throws DomainError `validation_failed` at `content` with the reason; then nothing is kept
 */
export async function keepList(
  { clock, database, ids }: Pick<Services, "clock" | "database" | "ids">,
  file: GivenFile,
  importedBy: string,
): Promise<string> {
  const id = ids.uuid();
  let part = 0n;
  try {
    for await (const piece of readPieces(file)) {
      if (piece.is === "refused") throw DomainError.at("content", "validation_failed", piece.text);
      if (piece.is === "entries") {
        const { entries } = piece;
        const number = part++;
        await database.write((tx) => insertListPart(tx, { list_id: id, part: number, entries }));
        continue;
      }
      const now = clock.now();
      const { dated, targets } = piece;
      await database.write((tx) =>
        insertList(tx, {
          id,
          source: file.source,
          version: dated ?? isoTime(BigInt(now)),
          dated,
          entries: BigInt(targets),
          imported_at: BigInt(now),
          imported_by: importedBy,
        }),
      );
      return id;
    }
  } catch (failed) {
    await database.write((tx) => deleteListParts(tx, id));
    if (!isOutOfMemory(failed)) throw failed;
  }
  throw DomainError.at("content", "validation_failed", OWN_MESSAGES.listTooLarge);
}
