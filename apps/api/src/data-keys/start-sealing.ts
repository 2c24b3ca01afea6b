import { listUnsealed } from "@wattle/db/data-keys/unsealed";
import type { FastifyBaseLogger } from "fastify";
import { sealDocuments } from "./reseal-all.ts";

/**
 * Seals the documents of an older release next to the requests, where there are any.
 * @returns what stops it, resolving once nothing runs any more; the next start goes on where it was
 */
export function startSealing(
  parts: Parameters<typeof sealDocuments>[0] & { readonly log: FastifyBaseLogger },
): () => Promise<void> {
  const { database, log } = parts;
  const stopping = new AbortController();
  const seal = async (): Promise<void> => {
    if (!(await listUnsealed(database.read)).includes("documents")) return;
    const sealed = await sealDocuments(parts, { signal: stopping.signal });
    log.info({ sealed }, "all documents are sealed");
  };
  const running = seal().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error({ err: error }, "documents could not be sealed");
  });
  return async () => {
    stopping.abort();
    await running;
  };
}
