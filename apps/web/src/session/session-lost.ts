import { sessionStore, setSession } from "./session-store.ts";
import { rememberWantedPath } from "./wanted-path.ts";

/** Where a lost session leads, by a full page load. */
const SESSION_LOST_PATH = "/teamaccess/login";

/** Leaves the page; replaced in tests, where a document cannot be left. */
export const leave = { to: (path: string): void => window.location.replace(path) };

const keepers = new Set<() => void>();

/**
 * Has `keep` called when the session is found lost, before the page is left, so that what was typed can be kept.
 * @returns a function that takes it back
 */
export function beforeSessionLost(keep: () => void): () => void {
  keepers.add(keep);
  return () => {
    keepers.delete(keep);
  };
}

let endedHere = false;
sessionStore.subscribe(() => {
  if (sessionStore.get() !== null) endedHere = false;
});

/** Says that the session ends because the person at this page wants it to, or, with `false`, that it goes on. */
export function sessionEndsHere(ends: boolean): void {
  endedHere = ends;
}

/** A call was answered with 401. One that was under way while the person logged out says nothing new. */
export function callRefused(): void {
  if (!endedHere) sessionLost();
}

/**
 * The server no longer knows the session: forgets the user and leads to the sign-in page by a full redirect,
 * from where signing in leads back. On the sign-in page itself there is nowhere to go.
 */
export function sessionLost(): void {
  setSession(null);
  const { pathname, search, hash } = window.location;
  if (pathname === SESSION_LOST_PATH) return;
  for (const keep of keepers) keep();
  if (/^\/(?:dashboard|teamaccess)/.test(pathname)) rememberWantedPath(pathname + search + hash);
  leave.to(SESSION_LOST_PATH);
}
