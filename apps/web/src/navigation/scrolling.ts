import type { AnyRouter, RouterOptions, AnyRoute } from "@tanstack/react-router";
import { isAnotherPage } from "./another-page.ts";

type Scrolling = Pick<RouterOptions<AnyRoute, "never">, "scrollRestoration">;

/** Whether the visitor asked for less motion. */
export const stillness = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A page that is loaded again shows the place it was left at; one that is opened is left where it is. */
function isReturn(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type !== "navigate";
}

/**
 * The window scrolls smoothly to the top of every page one goes to (at once where less motion is wished), and returns
 * at once to where a page was left on going back or forward. A navigation within the page (a list's next page) scrolls
 * nothing.
 * @returns the router's options, and what makes a router with these options follow its history
 */
export function createScrolling(): {
  readonly options: Scrolling;
  readonly follow: (router: AnyRouter) => void;
} {
  let wanted = isReturn();
  return {
    options: { scrollRestoration: () => wanted },
    follow(router) {
      let returning = false;
      router.history.subscribe(({ action }: { readonly action: { readonly type: string } }) => {
        returning = action.type !== "PUSH" && action.type !== "REPLACE";
      });
      router.subscribe("onBeforeLoad", ({ fromLocation, toLocation, hashChanged }) => {
        if (fromLocation === undefined) return;
        wanted = hashChanged || isAnotherPage(fromLocation, toLocation);
        router.options.scrollRestorationBehavior = returning || stillness() ? "auto" : "smooth";
      });
    },
  };
}
