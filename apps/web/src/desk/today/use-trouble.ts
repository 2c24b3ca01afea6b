import { useQuery } from "@tanstack/react-query";
import type { SystemCheck } from "@wattle/contracts/system-checks";

const ASKED_AGAIN_AFTER = 5_000;
const SILENT = "It doesn’t answer.";

/** The reason why the server is not ready. It says it without its database, to anyone. */
async function readReason(): Promise<string> {
  const answer = await fetch("/readyz", { cache: "no-store" });
  const body: unknown = await answer.json();
  if (typeof body !== "object" || body === null || !("reason" in body)) return "Its last answer failed.";
  return String(body.reason);
}

/** A finding about a server whose state could not be read. @param isAsked whether it could not */
export function useTrouble(isAsked: boolean): SystemCheck | undefined {
  const { data = SILENT } = useQuery({
    queryKey: ["readiness"],
    queryFn: () => readReason().catch(() => SILENT),
    enabled: isAsked,
    refetchInterval: ASKED_AGAIN_AFTER,
    retry: false,
  });
  return isAsked ? { name: "Server", state: "fault", text: data } : undefined;
}
