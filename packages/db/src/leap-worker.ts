/** Adds up what customers own in a thread of its own: see `leap-aside.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "./database.ts";
import { giveWay } from "./give-way.ts";
import { leapOwed } from "./owed.ts";

giveWay();
const database = await openDatabase(workerData as string, { create: false, limited: false });
try {
  parentPort?.postMessage(await leapOwed(database));
} finally {
  await database.close();
}
