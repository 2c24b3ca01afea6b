/** Checks the ledger in a thread of its own: see `check-aside.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../database.ts";
import { giveWay } from "../give-way.ts";
import { checkPart, type PartAsked } from "./check-part.ts";

giveWay();
const { url, asked } = workerData as { readonly url: string; readonly asked: PartAsked };
const database = await openDatabase(url, { create: false, limited: false });
try {
  parentPort?.postMessage(await checkPart(database.read, asked));
} finally {
  await database.close();
}
