import { useEffect, useEffectEvent, useState } from "react";
import { useDeskSearch } from "./use-desk-search.ts";

/**
 * Subject of a drawer as it was opened, for as long as the address names it: colleagues' acts meanwhile neither change
 * its button nor remove it.
 * @param key what the address names
 * @param found what that is now; undefined if there is no such thing, or not any more
 */
export function useAsOpened<T>(key: string | undefined, found: T | undefined): T | undefined {
  const [opened, setOpened] = useState<{ readonly key: string; readonly item: T }>();
  if (opened !== undefined && opened.key === key) return opened.item;
  if (key === undefined || found === undefined) {
    if (opened !== undefined) setOpened(undefined);
    return undefined;
  }
  setOpened({ key, item: found });
  return found;
}

/**
 * The act that the address names (`act`), as `useAsOpened` has it. One that cannot be done when the address is opened is taken out of it,
 * so that it does not open by itself once it can.
 * @param found the act, if it can be done now
 * @param known whether that is known yet
 */
export function useActAsOpened<T>(found: T | undefined, known = true): T | undefined {
  const { search, change } = useDeskSearch();
  const act = search["act"];
  const opened = useAsOpened(act, found);
  const isNone = known && act !== undefined && opened === undefined;
  const forget = useEffectEvent(() => change({ act: "" }, { replace: true }));
  useEffect(() => {
    if (isNone) forget();
  }, [isNone]);
  return opened;
}
