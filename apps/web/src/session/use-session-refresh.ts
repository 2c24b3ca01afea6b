import { useEffect } from "react";
import { alertFailure } from "../failed-call.ts";
import { trpc } from "../trpc.ts";
import { callRefused } from "./session-lost.ts";
import { sessionStore, setSession } from "./session-store.ts";

/** Pages that show someone's own data. */
const PRIVATE =
  /^\/(?:(?:dashboard|user-information|email-not-verify|access-denied)(?:\/|$)|teamaccess(?!\/(?:login|invitation)))/;

/** Re-reads from the server who is signed in: on load, and when the window is looked at again. */
export function useSessionRefresh(): void {
  const { data, error } = trpc.sessions.current.useQuery(undefined, {
    trpc: { context: { background: true } },
    staleTime: 30_000,
  });
  useEffect(() => {
    if (data === undefined) return;
    // No one logged out here, and yet the server knows no one any more: the page shows what is not theirs to see.
    const isLost = data === null && sessionStore.get() !== null;
    if (isLost && PRIVATE.test(window.location.pathname)) callRefused();
    else setSession(data);
  }, [data]);
  useEffect(() => {
    if (error !== null) alertFailure("Get user info", error);
  }, [error]);
}
