/** Writes a statement's PDF in a thread of its own: see `statement-file.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "@wattle/db/give-way";
import { statementPdf, type PdfOrder } from "./statement-pdf.ts";

giveWay();
parentPort?.postMessage(await statementPdf(workerData as PdfOrder));
