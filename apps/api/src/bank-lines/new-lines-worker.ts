/** Reads a statement in a thread of its own: see `aside.ts`. */
import { workerData } from "node:worker_threads";
import { openDatabase } from "@wattle/db/database";
import { checkpointing } from "@wattle/db/checkpointing";
import { giveWay } from "@wattle/db/give-way";
import { sendPieces } from "@wattle/db/in-thread";
import { readNewLines, fileText, type StatementFile } from "./new-lines.ts";

const given = workerData as { url: string; file: StatementFile };
giveWay();
const { url } = given;
const file = { ...given.file, content: fileText(given.file.content) };
// As bytes it is not needed any more, and as large as the text.
given.file = { ...file, content: "" };
const database = await openDatabase(url, { create: false, limited: false });
try {
  await sendPieces(checkpointing(database, readNewLines(database.read, file)));
} finally {
  await database.close();
}
