import { readStored, writeStored } from "../storage.ts";

const KEY = "wantedPath";
const BASE = "https://same.invalid";

/**
 * A path of this site, or undefined for anything that could lead elsewhere: absolute addresses,
 * protocol-relative ones, backslashes that browsers read as slashes, control characters.
 */
export function samePath(text: unknown): string | undefined {
  if (typeof text !== "string" || !/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes("\\")) {
    return undefined;
  }
  const url = URL.parse(text, BASE);
  if (url === null || url.origin !== BASE) return undefined;
  const path = url.pathname + url.search + url.hash;
  return path.startsWith("//") ? undefined : path;
}

/** Remembers, for this tab, where the visitor wanted to go, so that signing in leads there. */
export function rememberWantedPath(path: string): void {
  writeStored(KEY, samePath(path) ?? null, "sessionStorage");
}

/** The remembered path, or undefined. It stays remembered until {@link forgetWantedPath}. */
export function wantedPath(): string | undefined {
  return samePath(readStored(KEY, "sessionStorage"));
}

export function forgetWantedPath(): void {
  writeStored(KEY, null, "sessionStorage");
}
