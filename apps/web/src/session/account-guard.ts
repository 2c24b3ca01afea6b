import { redirect } from "@tanstack/react-router";
import type { UserData } from "@wattle/contracts/accounts";
import type { Clients } from "../trpc.ts";
import { guardTarget } from "./dashboard-guard.ts";
import { firstPage } from "./use-lead-on.ts";
import { setSession } from "./session-store.ts";

/** Pages for accounts that do not reach the dashboard (yet). */
export type AccountPage = "/access-denied" | "/email-not-verify" | "/user-information";

/**
 * Asks the server who is signed in; a guest goes to the sign-in page and comes back from there.
 * @param here the address with its search, to come back to
 */
async function signedInAt({ utils }: Clients, here: string): Promise<UserData> {
  const session = await utils.sessions.current.fetch(undefined, {
    trpc: { context: { background: true } },
    staleTime: 0,
  });
  setSession(session);
  if (session === null) throw redirect({ to: "/login", search: { next: here } });
  return session;
}

/**
 * Guards one of the account pages: a guest goes to the sign-in page and comes back from there; someone whose account
 * is at another step goes to that step, in the order of the contract, and from the last one to what was begun before. The server is asked each time.
 * @param here the address with its search, to come back to
 */
export async function guardAccountPage(clients: Clients, page: AccountPage, here: string): Promise<UserData> {
  const session = await signedInAt(clients, here);
  const target = guardTarget(session) ?? firstPage(session);
  if (target !== page) throw redirect({ to: target, replace: true });
  return session;
}

/** Guards a page that another site leads customers to: someone whose account does not reach so far goes where it does. */
export async function guardSharedPage(clients: Clients, here: string): Promise<void> {
  const target = guardTarget(await signedInAt(clients, here));
  if (target !== undefined) throw redirect({ href: target });
}
