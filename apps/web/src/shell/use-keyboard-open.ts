import { useSyncExternalStore } from "react";

/** Shorter things than a keyboard, such as a browser's own bars, also come and go. */
const SHORTEST_KEYBOARD_PX = 150;

function follow(listener: () => void): () => void {
  window.visualViewport?.addEventListener("resize", listener);
  return () => window.visualViewport?.removeEventListener("resize", listener);
}

/** Seen part of the page without its magnification, which makes that part smaller, too. */
function isOpen(): boolean {
  const seen = window.visualViewport;
  return seen != null && window.innerHeight - seen.height * seen.scale > SHORTEST_KEYBOARD_PX;
}

/** Whether a keyboard on the screen covers the lower part of the page. */
export function useKeyboardOpen(): boolean {
  return useSyncExternalStore(follow, isOpen, () => false);
}
