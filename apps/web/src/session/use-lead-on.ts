import { useNavigate } from "@tanstack/react-router";
import type { UserData } from "@wattle/contracts/accounts";
import { currencyOf } from "@wattle/contracts/markets";
import { useEffect, useEffectEvent } from "react";
import { readDraft } from "../money/draft.ts";
import { DRAFT_KEY } from "../money/stored-keys.ts";
import { readStored } from "../storage.ts";
import { trpc } from "../trpc.ts";
import { wasLost } from "./session-lost.ts";
import { isStaff } from "./staff-session.ts";
import { forgetWantedPath, samePath, wantedPath } from "./wanted-path.ts";

/** Whether an exchange was begun that pays with money, and there is none yet, of any currency. */
function needsMoney({ user, permissions, balance }: UserData): boolean {
  const paid = currencyOf(readDraft()?.from ?? "");
  if (user.status !== "verified" || !permissions.includes("deposit-money")) return false;
  return paid?.kind === "fiat" && !Object.values(balance).some((amount) => /[1-9]/.test(amount));
}

/** Page for someone who is let in: the exchange that was begun, first a deposit for it, or the dashboard. */
export function firstPage(
  session: UserData | null,
): "/dashboard" | "/dashboard/currency-exchange" | "/dashboard/deposit-money" {
  if (readStored(DRAFT_KEY) === null) return "/dashboard";
  return session !== null && needsMoney(session)
    ? "/dashboard/deposit-money"
    : "/dashboard/currency-exchange";
}

const isOfStaff = (path: string): boolean => path === "/teamaccess" || path.startsWith("/teamaccess/");

/**
 * Page after signing in: the wanted page, the exchange that was begun on the home page, or the dashboard; staff go to
 * the desk.
 */
export function destination(next: unknown, session: UserData): string {
  const wanted = samePath(next) ?? wantedPath();
  if (isStaff(session)) return wanted !== undefined && isOfStaff(wanted) ? wanted : "/teamaccess";
  return wanted ?? firstPage(session);
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
  const user = data?.user.id;
  const lead = useEffectEvent(() => {
    if (data === undefined || data === null) return;
    const to = destination(next, data);
    forgetWantedPath();
    void navigate({ href: to, replace: true });
  });
  useEffect(() => {
    if (user !== undefined && !isOwn && !wasLost(user)) lead();
  }, [user, isOwn]);
}
