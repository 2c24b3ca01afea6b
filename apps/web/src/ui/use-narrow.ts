import { useSyncExternalStore } from "react";

const media = (query: string) => ({
  follow: (listener: () => void): (() => void) => {
    const list = window.matchMedia(query);
    list.addEventListener("change", listener);
    return () => list.removeEventListener("change", listener);
  },
  matches: (): boolean => window.matchMedia(query).matches,
});

/** The width at which the site's layouts change to a phone's. */
const PHONE = media("(max-width: 785px)");

/** Whether the window is as narrow as a phone's: for what a phone is shown otherwise, not only smaller. */
export const useNarrow = (): boolean => useSyncExternalStore(PHONE.follow, PHONE.matches, () => false);

/** The width from which a list has the open row next to it. */
const WIDE = media("(min-width: 80rem)");

/** Whether there is room for two parts next to each other: for what is shown by itself only then. */
export const useWide = (): boolean => useSyncExternalStore(WIDE.follow, WIDE.matches, () => false);
