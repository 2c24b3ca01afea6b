/** Writes a report's PDF in a thread of its own: see `read-filings.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "@wattle/db/give-way";
import { filingPdf, type FilingOrder } from "./filing-pdf.ts";

giveWay();
parentPort?.postMessage(await filingPdf(workerData as FilingOrder));
