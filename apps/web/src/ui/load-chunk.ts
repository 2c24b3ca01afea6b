/** Why a chunk did not come. */
export type ChunkFailureCause = "missing" | "timeout" | "error";

/** Message about a page that did not come, and why. */
export const DID_NOT_LOAD = "This page didn’t load";
export const CAUSES: Readonly<Record<ChunkFailureCause, string>> = {
  missing: "We’ve updated this page. Reload it to continue.",
  timeout: "This page took too long to load. Check your connection.",
  error: "We couldn’t load this page. Check your connection.",
};

/** A page's code must have arrived after this many milliseconds. */
export const CHUNK_TIMEOUT_MILLISECONDS = 120_000;

/** 'Loading chunk {id} failed', with its cause and address. */
export class ChunkLoadError extends Error {
  readonly id: string;
  /** `missing`: the server no longer has it (a deployment); `timeout`: 120 s went by; `error`: anything else. */
  readonly reason: ChunkFailureCause;

  constructor(id: string, reason: ChunkFailureCause, detail: string) {
    super(`Loading chunk ${id} failed (${detail === "" ? reason : `${reason}: ${detail}`})`);
    this.name = "ChunkLoadError";
    this.id = id;
    this.reason = reason;
  }
}

const ADDRESS = /https?:\/\/\S+\.(?:js|css|tsx?)\b|\/(?:js|assets)\/\S+\.(?:js|css)\b/;

/** Asks the server whether it still has the file; a file that is there failed for another reason. */
async function causeOf(error: unknown): Promise<readonly [ChunkFailureCause, string]> {
  const message = error instanceof Error ? error.message : String(error);
  const address = ADDRESS.exec(message)?.[0];
  if (address === undefined) return ["error", error instanceof Error ? error.name : ""];
  try {
    const response = await fetch(address, { method: "HEAD", cache: "no-store" });
    const type = response.headers.get("Content-Type") ?? "";
    const missing = response.status === 404 || response.status === 410 || type.startsWith("text/html");
    return [missing ? "missing" : "error", address];
  } catch {
    return ["error", address];
  }
}

/**
 * Loads one page's chunk with the specification's time-out.
 * @param id name of the chunk
 * @throws ChunkLoadError
 */
export async function loadChunk<T>(id: string, importer: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(id, "timeout", "")), CHUNK_TIMEOUT_MILLISECONDS);
  });
  try {
    return await Promise.race([importer(), tooLong]);
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error;
    throw new ChunkLoadError(id, ...(await causeOf(error)));
  } finally {
    clearTimeout(timer);
  }
}
