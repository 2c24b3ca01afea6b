import { useEffect, useEffectEvent, useState } from "react";
import { readStored, writeStored } from "../storage.ts";
import { beforeSessionLost } from "./session-lost.ts";
import { useSession } from "./session-store.ts";

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
