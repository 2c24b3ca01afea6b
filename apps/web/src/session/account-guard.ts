import { redirect } from "@tanstack/react-router";
import type { UserData } from "@wattle/contracts/accounts";
import type { Clients } from "../trpc.ts";
import { guardTarget } from "./dashboard-guard.ts";
import { firstPage } from "./use-lead-on.ts";
import { setSession } from "./session-store.ts";

/** Pages for accounts that do not reach the dashboard (yet). */
export type AccountPage = "/access-denied" | "/email-not-verify" | "/user-information";

/**
 * Guards one of the account pages: a guest goes to the sign-in page and comes back from there; someone whose account
 * is at another step goes to that step, in the order of the contract, and from the last one to what was begun before. The server is asked each time.
 * @param here the address with its search, to come back to
 */
export async function guardAccountPage(
  { utils }: Clients,
  page: AccountPage,
  here: string,
): Promise<UserData> {
  const session = await utils.sessions.current.fetch(undefined, {
    trpc: { context: { background: true } },
    staleTime: 0,
  });
  setSession(session);
  if (session === null) throw redirect({ to: "/login", search: { next: here } });
  const target = guardTarget(session) ?? firstPage(session);
  if (target !== page) throw redirect({ to: target, replace: true });
  return session;
}
