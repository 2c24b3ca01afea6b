/** Checks the books in a thread of its own: see `check-aside.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../database.ts";
import { giveWay } from "../give-way.ts";
import { checkOnward, type Onward } from "./onward.ts";

const { url, onward } = workerData as { url: string; onward: Onward };
giveWay();
const database = await openDatabase(url, { create: false, limited: false });
try {
  parentPort?.postMessage(await checkOnward(database.read, onward));
} finally {
  await database.close();
}
