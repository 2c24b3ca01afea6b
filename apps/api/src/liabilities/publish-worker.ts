/** Writes and signs a publication in a thread of its own: see `publish-liabilities.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "@wattle/db/database";
import { giveWay } from "@wattle/db/give-way";
import { writePublication, type BegunPublication } from "./write-publication.ts";

const { url, begun } = workerData as { url: string; begun: BegunPublication };
giveWay();
const database = await openDatabase(url, { create: false, limited: false });
try {
  parentPort?.postMessage(await writePublication(database, begun));
} finally {
  await database.close();
}
