import { useNavigate } from "@tanstack/react-router";
import type { UserData } from "@wattle/contracts/accounts";
import { useEffect, useEffectEvent } from "react";
import { DRAFT_KEY } from "../money/stored-keys.ts";
import { readStored } from "../storage.ts";
import { trpc } from "../trpc.ts";
import { wasLost } from "./session-lost.ts";
import { isStaff } from "./staff-session.ts";
import { forgetWantedPath, samePath, wantedPath } from "./wanted-path.ts";

/** Where someone who is let in goes: to the exchange that was begun, or to the dashboard. */
export const firstPage = (): "/dashboard" | "/dashboard/currency-exchange" =>
  readStored(DRAFT_KEY) === null ? "/dashboard" : "/dashboard/currency-exchange";

const isOfStaff = (path: string): boolean => path === "/teamaccess" || path.startsWith("/teamaccess/");

/**
 * Where signing in leads: the page that was wanted, the exchange that was begun on the home page, or the dashboard; staff go to
 * the back office.
 */
export function destination(next: unknown, session: UserData): string {
  const wanted = samePath(next) ?? wantedPath();
  if (isStaff(session)) return wanted !== undefined && isOfStaff(wanted) ? wanted : "/teamaccess";
  return wanted ?? firstPage();
}

/**
 * Leads someone who is signed in already on from a page for guests. The server has the word: what the browser
 * remembers of a session that has ended must not send anyone to and fro.
 * @param next the page named in the address
 * @param isOwn the page signs someone in itself and leads on by itself
 */
export function useLeadOn({ next, isOwn }: { readonly next?: unknown; readonly isOwn: boolean }): void {
  const navigate = useNavigate();
  const { data } = trpc.sessions.current.useQuery(undefined, {
    trpc: { context: { background: true } },
    staleTime: 30_000,
  });
  const isSignedIn = data !== undefined && data !== null;
  const lead = useEffectEvent(() => {
    if (!isSignedIn) return;
    const to = destination(next, data);
    forgetWantedPath();
    void navigate({ href: to, replace: true });
  });
  useEffect(() => {
    if (isSignedIn && !isOwn && !wasLost()) lead();
  }, [isSignedIn, isOwn]);
}
