import { useEffect, useEffectEvent, useRef, useState } from "react";
import { whenSeen } from "./when-seen.ts";

/**
 * Code that is fetched once a box is near the window.
 * @param what what did not load, for the log
 * @returns the box's ref; the code once it is there; `loading` while it is on its way
 */
export function useCodeWhenSeen<T>(what: string, importer: () => Promise<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState(false);
  const [loaded, setLoaded] = useState<T>();
  const [failed, setFailed] = useState(false);
  const load = useEffectEvent(async (isGone: () => boolean): Promise<void> => {
    setLoading(true);
    try {
      const code = await importer();
      if (!isGone()) setLoaded(code);
    } catch (error) {
      console.error(`Load ${what}`, error);
      if (!isGone()) setFailed(true);
    } finally {
      if (!isGone()) setLoading(false);
    }
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let gone = false;
    const forget = whenSeen(element, () => void load(() => gone));
    return () => {
      gone = true;
      forget();
    };
  }, []);
  return { box, loading, loaded, failed };
}
