import { useEffect } from "react";
import { trpc } from "../trpc.ts";
import { setSession } from "./session-store.ts";

/** Re-reads from the server who is signed in: on load, and when the window is looked at again. */
export function useSessionRefresh(): void {
  const { data } = trpc.sessions.current.useQuery(undefined, {
    trpc: { context: { background: true } },
    staleTime: 30_000,
  });
  useEffect(() => {
    if (data !== undefined) setSession(data);
  }, [data]);
}
