import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterEach, beforeEach, vi } from "vitest";
import { clearAlerts } from "../ui/alert-store.ts";
import { setSession } from "../session/session-store.ts";

/** Parts that jsdom lacks: media queries (nothing matches), scrolling, animations, observers. */
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
  // Node's reaches the tests of other files, which run next to these.
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("ResizeObserver", Observer);
  vi.stubGlobal("IntersectionObserver", Observer);
}

/**
 * React records where each element was made, for warnings, until it has recorded very many. That takes a fifth of the time of these tests.
 * Warnings go on without it; so do the tests where another React counts elsewhere.
 */
function recordNoOrigins(): void {
  const internals: unknown = Reflect.get(
    React,
    "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
  );
  if (typeof internals !== "object" || internals === null) return;
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
    get: () => Infinity,
    set(): void {},
  });
}

recordNoOrigins();
// Awaited conditions come when the machine has time for them.
configure({ asyncUtilTimeout: 20_000 });
beforeEach(fillGaps);
afterEach(() => {
  cleanup();
  clearAlerts();
  setSession(null);
  localStorage.clear();
  sessionStorage.clear();
});
