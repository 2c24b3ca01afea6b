import { useEffect, useEffectEvent, useState } from "react";
import { keepTexts, takeTexts, type Texts } from "./kept-texts.ts";
import { beforeSessionLost } from "./session-lost.ts";
import { sessionStore, useSession } from "./session-store.ts";

/** Draft of a form from when the session was lost, for the same account once it is signed in again in this tab. */
export function useKept(name: string): Texts | undefined {
  const owner = useSession()?.user.id;
  const [kept] = useState(() => takeTexts(name, owner));
  return kept;
}

/** Keeps what is typed into a form when the session is lost. */
export function useKeeping(name: string, typed: Texts): void {
  const owner = useSession()?.user.id;
  const keep = useEffectEvent(() => {
    if (owner !== undefined) keepTexts(name, owner, typed);
  });
  useEffect(() => beforeSessionLost(() => keep()), []);
}

/** Drafts of forms that were closed within the page, of the account that is signed in. */
const drafts = new Map<string, Texts>();
let drafter = sessionStore.get()?.user.id;
sessionStore.subscribe(() => {
  const owner = sessionStore.get()?.user.id;
  if (owner !== drafter) drafts.clear();
  drafter = owner;
});

/** Draft of a form that was closed, if the same account is signed in. */
export const draftOf = (name: string): Texts | undefined => drafts.get(name);

/** Keeps what was typed for when the form is opened again in this page; nothing once someone else is signed in. */
export function saveDraft(name: string, typed: Texts): void {
  if (Object.keys(typed).length === 0) drafts.delete(name);
  else drafts.set(name, typed);
}
