import { readStored, writeStored } from "../storage.ts";
import { ChunkLoadError } from "../ui/load-chunk.ts";

const KEY = "chunkRecovery";
/** A second failure within this time is not a deployment: the visitor is informed instead. */
const ONCE_WITHIN_MILLISECONDS = 30_000;

/** The page one is at, as an address on this site. */
export const here = (): string => window.location.pathname + window.location.search + window.location.hash;

/** Loads a page again from the server; replaced in tests, where a document cannot be left. */
export const reloadAt = { path: (href: string): void => window.location.assign(href) };

/**
 * After a deployment the old pages' chunks are gone. When the chunk of a page that is being opened turns out
 * missing, that page is loaded again from the server, once; its error page then says what failed.
 * @returns whether a reload was begun
 */
export function recoverOnce(error: unknown, href: string, now: number): boolean {
  if (!(error instanceof ChunkLoadError) || error.reason !== "missing") return false;
  const last = readStored(KEY, "sessionStorage");
  if (last !== null && now - Number(last) < ONCE_WITHIN_MILLISECONDS) return false;
  writeStored(KEY, String(now), "sessionStorage");
  // If nothing can be remembered, a reload could repeat for ever.
  if (readStored(KEY, "sessionStorage") === null) return false;
  reloadAt.path(href);
  return true;
}
