import { useEffect, useRef } from "react";
import { SHOWN_IN_PLACE, trpc } from "../../trpc.ts";

/** How soon a page that is open shows what others do. */
const LOOKED_AGAIN_AFTER = 5_000;

/** Queues and the state of the house, as the server says them every few seconds. */
export function useToday() {
  return trpc.ops.today.useQuery(undefined, {
    refetchInterval: LOOKED_AGAIN_AFTER,
    ...SHOWN_IN_PLACE,
  });
}

/** The server's time, milliseconds since 1970, as it last said it; 0 as long as it has not. */
export function useServerTime(): number {
  const { data } = useToday();
  return data === undefined ? 0 : Date.parse(data.now);
}

/** For a read that is asked for, and costs the server much: it stays as it was, whatever is done meanwhile. */
export const READ_ONCE_ASKED = {
  ...SHOWN_IN_PLACE,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { asked: true },
} as const;

/** Has what shows read again once anyone has done something, or something came to wait. */
export function useLive(): void {
  const utils = trpc.useUtils();
  const today = useToday();
  const seen = useRef<string>(undefined);
  const mark =
    today.data === undefined ? undefined : JSON.stringify([today.data.newest_act, today.data.queues]);
  useEffect(() => {
    if (mark === undefined || mark === seen.current) return;
    const isFirst = seen.current === undefined;
    seen.current = mark;
    if (isFirst) return;
    // The rows just read are what has changed.
    void utils.ops.invalidate(undefined, {
      predicate: ({ queryKey, meta }) => !isTodayKey(queryKey) && meta?.["asked"] !== true,
    });
  }, [mark, utils]);
}

/** tRPC's keys begin with the procedure's path. */
const isTodayKey = ([path]: readonly unknown[]): boolean =>
  Array.isArray(path) && path.join(".") === "ops.today";
