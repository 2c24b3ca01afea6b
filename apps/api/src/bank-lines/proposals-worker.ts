/** Says what open lines are for in a thread of its own: see `aside.ts`. */
import { workerData } from "node:worker_threads";
import { openDatabase } from "@wattle/db/database";
import { checkpointing } from "@wattle/db/checkpointing";
import { giveWay } from "@wattle/db/give-way";
import { sendPieces } from "@wattle/db/in-thread";
import { judgeOpenLines, type Judging } from "./propose-lines.ts";

const { url, judging } = workerData as { url: string; judging: Judging };
giveWay();
const database = await openDatabase(url, { create: false, limited: false });
try {
  await sendPieces(checkpointing(database, judgeOpenLines(database.read, judging)));
} finally {
  await database.close();
}
