import { writeStored, readStored } from "../storage.ts";
import { fetchAsPage } from "./call-headers.ts";
import { sessionStore, setSession } from "./session-store.ts";
import { rememberWantedPath } from "./wanted-path.ts";

/** Target of a lost session, by a full page load. */
const SESSION_LOST_PATH = "/teamaccess/login";

/** Kept in the tab: the account whose session was lost, if no one has logged in or out since. */
const LOST_KEY = "sessionLost";
const ANYONE = "anyone";
/** How long the server may take to end the session, in milliseconds. */
const LONGEST_END = 2000;

/** Leaves the page; replaced in tests, where a document cannot be left. */
export const leave = {
  to: (path: string): void => window.location.replace(path),
  /** Goes to the page of a firm elsewhere, from which Back leads to this one. */
  elsewhere: (url: string): void => window.location.assign(url),
  /** Loads the page again. */
  andReturn: (): void => window.location.reload(),
};

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

/** Keeps what was typed, since the page is about to be left. */
export function keepTyped(): void {
  for (const keep of keepers) keep();
}

/** Whether the account's session was lost in this tab and may still live: then nothing leads back to where it was refused. */
export const wasLost = (user: string): boolean =>
  [user, ANYONE].includes(readStored(LOST_KEY, "sessionStorage") ?? "");

/** Someone has logged in, or no one is logged in as the server says. */
export function forgetLoss(): void {
  writeStored(LOST_KEY, null, "sessionStorage");
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

/** Ends a session that lives although a call was refused: it would lead from the sign-in page straight back to that call. */
async function endSession(): Promise<void> {
  // The refusal of a stale CSRF token brings a new one.
  for (let tries = 0; tries < 2; tries++) {
    const signal = AbortSignal.timeout(LONGEST_END);
    const { status } = await fetchAsPage("/logout", { method: "POST", keepalive: true, signal });
    if (status !== 403) return;
  }
}

let leaving = false;

/**
 * The server no longer knows the session, or refuses it: ends it, forgets the user and leads to the sign-in page by a full
 * redirect, from where signing in leads back. On the sign-in page itself there is nowhere to go.
 */
export function sessionLost(): void {
  if (leaving) return;
  leaving = true;
  keepTyped();
  const { pathname, search, hash } = window.location;
  if (/^\/(?:dashboard|teamaccess|authorize)/.test(pathname) && pathname !== SESSION_LOST_PATH)
    rememberWantedPath(pathname + search + hash);
  writeStored(LOST_KEY, sessionStore.get()?.user.id ?? ANYONE, "sessionStorage");
  void endSession()
    // Without an answer the session may live: the sign-in page does not follow it.
    .catch(() => undefined)
    .then(() => {
      leaving = false;
      setSession(null);
      if (pathname !== SESSION_LOST_PATH) leave.to(SESSION_LOST_PATH);
    });
}
