import { readStored, storedKeys, writeStored } from "../storage.ts";

export type Texts = Readonly<Record<string, string>>;

const KEPT = "typed:";

/** Draft of a form in this tab, with its account; undefined if it is not readable. */
function parsed(text: string | null): { owner?: unknown; typed?: unknown } | undefined {
  try {
    return (JSON.parse(text ?? "null") as { owner?: unknown; typed?: unknown } | null) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepTexts(name: string, owner: string, typed: Texts): void {
  writeStored(KEPT + name, JSON.stringify({ owner, typed }), "sessionStorage");
}

/** Takes what was kept out of the tab's storage; undefined if nothing was, or another account's. */
export function takeTexts(name: string, owner: string | undefined): Texts | undefined {
  const kept = parsed(readStored(KEPT + name, "sessionStorage"));
  writeStored(KEPT + name, null, "sessionStorage");
  const isOwn = owner !== undefined && kept?.owner === owner;
  return isOwn && typeof kept.typed === "object" && kept.typed !== null ? (kept.typed as Texts) : undefined;
}

/** Forgets what was kept in this tab for anyone but `owner`, who is logged in now. */
export function forgetOthersTexts(owner: string): void {
  for (const key of storedKeys("sessionStorage"))
    if (key.startsWith(KEPT) && parsed(readStored(key, "sessionStorage"))?.owner !== owner)
      writeStored(key, null, "sessionStorage");
}
