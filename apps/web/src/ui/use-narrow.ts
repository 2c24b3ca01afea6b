import { useSyncExternalStore } from "react";

/** The width at which the site's layouts change to a phone's. */
const PHONE = "(max-width: 785px)";

function follow(listener: () => void): () => void {
  const phone = window.matchMedia(PHONE);
  phone.addEventListener("change", listener);
  return () => phone.removeEventListener("change", listener);
}

/** Whether the window is as narrow as a phone's: for what a phone is shown otherwise, not only smaller. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    follow,
    () => window.matchMedia(PHONE).matches,
    () => false,
  );
