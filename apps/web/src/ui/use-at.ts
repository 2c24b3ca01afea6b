import { useEffect, useEffectEvent } from "react";

/** The longest that a browser's timer waits, in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Runs something a moment after a time has come, such as the end of a wait. @param time ISO 8601; null for never */
export function useAt(time: string | null, run: () => void): void {
  const onTime = useEffectEvent(run);
  useEffect(() => {
    if (time === null) return undefined;
    const wait = Math.min(Math.max(Date.parse(time) - Date.now(), 0) + 1000, LONGEST_WAIT);
    const timer = setTimeout(() => onTime(), wait);
    return () => clearTimeout(timer);
  }, [time]);
}
