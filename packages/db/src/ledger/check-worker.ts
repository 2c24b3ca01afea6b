/** Checks the ledger in a thread of its own: see `check-aside.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../database.ts";
import { giveWay } from "../give-way.ts";
import { checkLedger } from "./trial-balance.ts";

giveWay();
const database = await openDatabase(workerData as string, { create: false, limited: false });
try {
  parentPort?.postMessage(await checkLedger(database.read));
} finally {
  await database.close();
}
