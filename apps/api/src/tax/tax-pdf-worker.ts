/** Writes a tax report's PDF in a thread of its own: see `tax-file.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "@wattle/db/give-way";
import { taxReportPdf, type TaxPdfOrder } from "./tax-pdf.ts";

giveWay();
parentPort?.postMessage(await taxReportPdf(workerData as TaxPdfOrder));
