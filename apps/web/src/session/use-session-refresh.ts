import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { alertFailure, callFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { followOtherTabs, sayWhyReloaded } from "./another-login.ts";
import { callRefused, forgetLoss } from "./session-lost.ts";
import { sessionStore, setSession } from "./session-store.ts";

/** Pages that show someone's own data. */
const PRIVATE =
  /^\/(?:(?:dashboard|user-information|email-not-verify|access-denied|authorize)(?:\/|$)|teamaccess(?!\/(?:login|invitation)))/;

/** Re-reads from the server who is signed in: on load, when the window is looked at again, and when another tab logs in or out. */
export function useSessionRefresh(): void {
  const { data, error } = trpc.sessions.current.useQuery(undefined, {
    trpc: { context: { background: true } },
    staleTime: 30_000,
  });
  const utils = trpc.useUtils();
  const client = useQueryClient();
  useEffect(
    () =>
      followOtherTabs(
        (fresh) => void utils.sessions.current.invalidate(undefined, {}, { cancelRefetch: fresh }),
      ),
    [utils],
  );
  useEffect(() => {
    if (data === undefined) return;
    if (data === null) forgetLoss();
    sayWhyReloaded(data);
    // No one logged out here, and yet the server knows no one any more: the page shows what is not theirs to see.
    const isLost = data === null && sessionStore.get() !== null;
    if (isLost && PRIVATE.test(window.location.pathname)) callRefused();
    else {
      // Data read for someone else is no one's to see.
      if (data?.user.id !== sessionStore.get()?.user.id) client.removeQueries({ type: "inactive" });
      setSession(data);
    }
  }, [data, client]);
  useEffect(() => {
    // Someone else's login shows itself.
    if (error !== null && callFailure(error).code !== "another_login") alertFailure("Get user info", error);
  }, [error]);
}
