import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { clearAlerts } from "../ui/alert-store.ts";
import { setSession } from "../session/session-store.ts";

/** What jsdom has not: media queries (nothing matches), scrolling, animations, observers. */
function fillGaps(): void {
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    }) satisfies MediaQueryList;
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  class Observer {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
    takeRecords(): [] {
      return [];
    }
  }
  vi.stubGlobal("ResizeObserver", Observer);
  vi.stubGlobal("IntersectionObserver", Observer);
}

// What is awaited comes when the machine has time for it.
configure({ asyncUtilTimeout: 20_000 });
beforeEach(fillGaps);
afterEach(() => {
  cleanup();
  clearAlerts();
  setSession(null);
  localStorage.clear();
  sessionStorage.clear();
});
