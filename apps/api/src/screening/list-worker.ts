/** Reads a list's file in a thread of its own: see `read-pieces.ts`. */
import { workerData } from "node:worker_threads";
import { giveWay } from "@wattle/db/give-way";
import { sendPieces } from "@wattle/db/in-thread";
import { listPieces } from "./list-pieces.ts";
import type { ListFile } from "./lists/read-list.ts";

/** The file, its content as bytes or text. */
export type GivenFile = Omit<ListFile, "content"> & { readonly content: string | Uint8Array<ArrayBuffer> };

const { content, ...file } = workerData as GivenFile;
giveWay();
const text = typeof content === "string" ? content : new TextDecoder().decode(content);
await sendPieces(
  (async function* pieces() {
    yield* listPieces({ ...file, content: text });
  })(),
);
