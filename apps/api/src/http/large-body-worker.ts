/** Takes a large body apart in a thread of its own: see `large-body.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "@wattle/db/give-way";
import { refuseDeepJson } from "../json-body.ts";
import { LEFT_OUT, type LargeBody } from "./large-body.ts";

/** The object that has the content: the body, or the one call of a batch. */
function inputOf(body: unknown): Record<string, unknown> | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const record = body as Record<string, unknown>;
  return typeof record["content"] === "string" ? record : inputOf(record["0"]);
}

function takenApart(bytes: Uint8Array<ArrayBuffer>): LargeBody | null {
  try {
    const text = new TextDecoder().decode(bytes);
    refuseDeepJson(text);
    const body: unknown = JSON.parse(text);
    const input = inputOf(body);
    const { content } = input ?? {};
    if (input === undefined || typeof content !== "string" || content === "")
      return { text: JSON.stringify(body) };
    input["content"] = LEFT_OUT;
    // Into the bytes that it came in: as JSON it is longer, if not by much.
    const { written } = new TextEncoder().encodeInto(content, bytes);
    return { text: JSON.stringify(body), content: bytes.subarray(0, written) };
  } catch {
    return null;
  }
}

giveWay();
const taken = takenApart(workerData as Uint8Array<ArrayBuffer>);
parentPort?.postMessage(taken, taken?.content === undefined ? [] : [taken.content.buffer]);
