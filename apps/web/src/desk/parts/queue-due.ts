import type { QueueState } from "@wattle/contracts/today";
import { useEffect, useRef } from "react";
import { QUEUE_WORDS } from "../../staff/staff-words.ts";
import { showAlert } from "../../ui/alert-store.ts";
import { useToday } from "./use-today.ts";

/** This much of the time allowed is gone when something is due soon. */
const SOON = 0.9;

/**
 * How much of the time allowed the oldest has used: above 1 it is late. 0 if it may take any time.
 * @param now the server's time, in milliseconds since 1970
 */
export function shareUsed(
  { oldest_at: since, due_at: due }: Pick<QueueState, "oldest_at" | "due_at">,
  now: number,
): number {
  if (since === null || due === null || now === 0) return 0;
  const [from, to] = [Date.parse(since), Date.parse(due)];
  return to > from ? Math.max(0, (now - from) / (to - from)) : 0;
}

/**
 * Whether what waits, or the oldest of a queue, is late or will be soon.
 * @param now the server's time, in milliseconds since 1970
 */
export function lateness(
  state: Pick<QueueState, "oldest_at" | "due_at">,
  now: number,
): "late" | "soon" | undefined {
  const used = shareUsed(state, now);
  if (used > 1) return "late";
  return used >= SOON ? "soon" : undefined;
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
