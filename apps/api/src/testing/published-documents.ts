import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { ReservesDocument } from "@wattle/contracts/reserves";
import { signedReserves } from "../reserves/check-unspent.ts";
import type { TestApp } from "./app-for-test.ts";

const ROOT = path.join(import.meta.dirname, "../../../..");
export const RESERVES_PATH = "/.well-known/reserves.json";
const PATHS = [RESERVES_PATH, "/.well-known/liabilities.json", "/.well-known/jwks.json"];

/** Runs a program of the repository. @returns all that it says */
export const runProgram = (words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    execFile(process.execPath, [...words], options, (_error, out, problem) => resolve(out + problem));
  });

/**
 * Serves the documents that an application has published, of which the proof of reserves can be changed, and has them checked by the program
 * that anyone can take.
 */
export async function publishedDocuments(api: TestApp) {
  const documents = new Map<string, object>();
  for (const each of PATHS) documents.set(each, (await api.client().get<object>(each)).body);
  const genuine = documents.get(RESERVES_PATH) as ReservesDocument;
  const server = createServer((request, response) => {
    response.end(JSON.stringify(documents.get(request.url ?? "")));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const changed = (change: (document: ReservesDocument) => void): ReservesDocument => {
    const copy = structuredClone(genuine);
    change(copy);
    return copy;
  };
  const check = (document: ReservesDocument): Promise<string> => {
    documents.set(RESERVES_PATH, document);
    return runProgram(["examples/verify-reserves.mjs", `http://127.0.0.1:${port}`]);
  };
  return {
    genuine,
    /** Checks the proof with something changed. @returns all that the program says */
    checkForged: (change: (document: ReservesDocument) => void) => check(changed(change)),
    /** Checks what the exchange's own key has signed, though it is false. */
    checkFalse: (change: (document: ReservesDocument) => void) =>
      check(signedReserves(api.services, changed(change))),
    close: () => server.close(),
  };
}
