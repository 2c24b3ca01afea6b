import { redirect } from "@tanstack/react-router";
import type { UserData } from "@wattle/contracts/accounts";
import type { Clients } from "../trpc.ts";
import { leave, sessionLost } from "./session-lost.ts";
import { isStaff } from "./staff-session.ts";
import { sessionStore, setSession } from "./session-store.ts";

/** Moving between sections within this time asks no question again; every procedure guards itself anyway. */
export const FRESH_MILLISECONDS = 30_000;

/** Page for someone who does not belong on the dashboard. */
type GuardTarget = "/teamaccess" | "/access-denied" | "/email-not-verify" | "/user-information";

/** A guarded page's reason to send someone elsewhere, in the order of the contract; staff see no customer's screen at all. */
export function guardTarget(session: UserData): GuardTarget | undefined {
  const { user } = session;
  if (isStaff(session)) return "/teamaccess";
  if (user.status === "blocked") return "/access-denied";
  if (user.email_verified_at === null) return "/email-not-verify";
  if (user.status !== "verified") return "/user-information";
  return undefined;
}

/** Asks who is signed in; a guest is led to the sign-in page. */
export async function askServer({ utils }: Clients): Promise<UserData | null> {
  const session = await utils.sessions.current.fetch(undefined, {
    trpc: { context: { background: true } },
    staleTime: FRESH_MILLISECONDS,
  });
  setSession(session);
  if (session === null) sessionLost();
  return session;
}

/**
 * Guards the dashboard: a guest leaves by a full redirect to the sign-in page, someone whose account does not
 * reach so far goes where it does. The server is asked, and guards every procedure itself as well.
 */
export async function guardDashboard(clients: Clients): Promise<UserData> {
  const session = await askServer(clients);
  // The document is being left: nothing of the dashboard is drawn meanwhile.
  if (session === null) return new Promise<never>(() => undefined);
  const target = guardTarget(session);
  if (target !== undefined) throw redirect({ href: target });
  return session;
}

/**
 * Lets someone in whom the browser knows as one who may, and asks the server meanwhile: what the page needs is on its way
 * one round trip earlier. Anyone else waits for the answer.
 */
export async function letIntoDashboard(clients: Clients): Promise<void> {
  const known = sessionStore.get();
  if (known === null || guardTarget(known) !== undefined) {
    await guardDashboard(clients);
    return;
  }
  void askServer(clients).then(
    (session) => {
      const target = session === null ? undefined : guardTarget(session);
      if (target !== undefined) leave.to(target);
    },
    // Without a line the page's own questions fail as well, and say so.
    () => undefined,
  );
}
