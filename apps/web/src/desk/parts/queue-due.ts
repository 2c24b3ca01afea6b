import type { QueueState } from "@wattle/contracts/today";
import { useEffect, useRef } from "react";
import { QUEUE_WORDS } from "../../staff/staff-words.ts";
import { showAlert } from "../../ui/alert-store.ts";
import { useToday } from "./use-today.ts";

/** This much of the time allowed is gone when something is due soon. */
const SOON = 0.9;

/**
 * Whether what waits, or the oldest of a queue, is late or will be soon.
 * @param now the server's time, in milliseconds since 1970
 */
export function lateness(
  { oldest_at: since, due_at: due }: Pick<QueueState, "oldest_at" | "due_at">,
  now: number,
): "late" | "soon" | undefined {
  if (since === null || due === null) return undefined;
  const [from, to] = [Date.parse(since), Date.parse(due)];
  if (now > to) return "late";
  return now - from >= SOON * (to - from) ? "soon" : undefined;
}

/** Says so when a queue comes to be late, wherever one is. */
export function useLateAlerts(): void {
  const { data } = useToday();
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (data === undefined) return;
    const late = data.queues.filter((state) => lateness(state, Date.parse(data.now)) === "late");
    for (const { queue } of known.current === undefined ? [] : late)
      if (!known.current?.has(queue))
        showAlert({ type: "error", text: `${QUEUE_WORDS[queue]}: the oldest is late` });
    known.current = new Set(late.map(({ queue }) => queue));
  }, [data]);
}
