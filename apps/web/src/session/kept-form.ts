import { useEffect, useEffectEvent, useState } from "react";
import { readStored, writeStored } from "../storage.ts";
import { beforeSessionLost } from "./session-lost.ts";
import { sessionStore, useSession } from "./session-store.ts";

type Texts = Readonly<Record<string, string>>;

const keyOf = (name: string): string => `typed:${name}`;

/** Takes what was kept out of the tab's storage; undefined where nothing was, or another account's. */
function takeKept(name: string, owner: string | undefined): Texts | undefined {
  const text = readStored(keyOf(name), "sessionStorage");
  if (text === null) return undefined;
  writeStored(keyOf(name), null, "sessionStorage");
  try {
    const kept = JSON.parse(text) as { owner?: unknown; typed?: unknown } | null;
    const isOwn = owner !== undefined && kept?.owner === owner;
    return isOwn && typeof kept.typed === "object" && kept.typed !== null ? (kept.typed as Texts) : undefined;
  } catch {
    return undefined;
  }
}

/** What was typed into a form when the session was lost, for the same account once it is signed in again in this tab. */
export function useKept(name: string): Texts | undefined {
  const owner = useSession()?.user.id;
  const [kept] = useState(() => takeKept(name, owner));
  return kept;
}

/** Keeps what is typed into a form when the session is lost. */
export function useKeeping(name: string, typed: Texts): void {
  const owner = useSession()?.user.id;
  const keep = useEffectEvent(() => {
    if (owner !== undefined) writeStored(keyOf(name), JSON.stringify({ owner, typed }), "sessionStorage");
  });
  useEffect(() => beforeSessionLost(() => keep()), []);
}

/** What was typed into forms that were closed within the page, of the account that is signed in. */
const drafts = new Map<string, Texts>();
let drafter = sessionStore.get()?.user.id;
sessionStore.subscribe(() => {
  const owner = sessionStore.get()?.user.id;
  if (owner !== drafter) drafts.clear();
  drafter = owner;
});

/** What was typed into a form that was closed, where it is the same account that is signed in. */
export const draftOf = (name: string): Texts | undefined => drafts.get(name);

/** Keeps what was typed for when the form is opened again in this page; nothing once someone else is signed in. */
export function saveDraft(name: string, typed: Texts): void {
  if (Object.keys(typed).length === 0) drafts.delete(name);
  else drafts.set(name, typed);
}
