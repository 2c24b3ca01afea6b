import {
  createBrowserHistory,
  createRouter,
  type HistoryLocation,
  type RouterHistory,
} from "@tanstack/react-router";
import { createScrolling } from "./navigation/scrolling.ts";
import { RouteFailed } from "./navigation/route-failed.tsx";
import type { RouterContext } from "./router-context.ts";
import { routeTree } from "./routeTree.gen.ts";
import { routableSearch } from "./tokens/asked-search.ts";
import type { Clients } from "./trpc.ts";
import "./route-meta.ts";

interface RouterOptions {
  /** Given if there is no address bar (prerendering, tests). */
  readonly history?: RouterHistory;
  readonly legalText?: RouterContext["legalText"];
  readonly coin?: RouterContext["coin"];
}

/** An address that leads nowhere. */
const NOWHERE = "/not-found";

/** Whether a path has an empty part, or is no text: the server has no page there. */
function isNowhere(pathname: string): boolean {
  try {
    return decodeURIComponent(pathname).includes("//");
  } catch {
    return true;
  }
}

/** Address of the browser. The router would read `//about-us` as `/about-us`, and fail at `/%ff`. */
function strictLocation(): HistoryLocation {
  const { pathname: at, search: given, hash } = window.location;
  const pathname = isNowhere(at) ? NOWHERE : at;
  const search = routableSearch(pathname, given);
  const state = window.history.state as HistoryLocation["state"];
  return { href: pathname + search + hash, pathname, search, hash, state };
}

/** The router of one page load. */
export function makeRouter(
  clients: Clients,
  {
    history,
    legalText = () => Promise.resolve(undefined),
    coin = () => Promise.resolve(undefined),
  }: RouterOptions = {},
) {
  const scrolling = history === undefined ? createScrolling() : undefined;
  const router = createRouter({
    routeTree,
    // As the server has it.
    caseSensitive: true,
    context: { clients, legalText, coin },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteFailed,
    ...scrolling?.options,
    history: history ?? createBrowserHistory({ parseLocation: strictLocation }),
  });
  scrolling?.follow(router);
  // On the way from the identity form to the dashboard, who the user is is asked again before anything is shown.
  router.subscribe("onBeforeNavigate", ({ fromLocation, toLocation }) => {
    if (fromLocation?.pathname !== "/user-information") return;
    if (!toLocation.pathname.startsWith("/dashboard")) return;
    void clients.utils.sessions.current.invalidate(undefined, { refetchType: "none" });
  });
  return router;
}
export type AppRouterInstance = ReturnType<typeof makeRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouterInstance;
  }
}
