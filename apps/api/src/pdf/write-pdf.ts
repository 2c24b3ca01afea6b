import { inThread } from "@wattle/db/in-thread";

let last: Promise<unknown> = Promise.resolve();

/**
 * Writes PDFs one after another, in a thread: a page takes longer than others may be kept waiting.
 * @param worker the program that writes its `data` and posts the bytes
 */
export function writePdf(worker: URL, data: object): Promise<Uint8Array> {
  const pdf = last.then(() => inThread<Uint8Array>(worker, { data }));
  last = pdf.catch(() => undefined);
  return pdf;
}
