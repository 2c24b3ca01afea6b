import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { createScrolling } from "./navigation/scrolling.ts";
import { RouteFailed } from "./navigation/route-failed.tsx";
import { routeTree } from "./routeTree.gen.ts";
import type { Clients } from "./trpc.ts";
import "./route-meta.ts";

/** What guards and loaders get: the typed clients. */
export interface RouterContext {
  readonly clients: Clients;
}

/** The router of one page load; `history` is given where there is no address bar (prerendering, tests). */
export function makeRouter(clients: Clients, history?: RouterHistory) {
  const scrolling = history === undefined ? createScrolling() : undefined;
  const router = createRouter({
    routeTree,
    context: { clients },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteFailed,
    ...scrolling?.options,
    ...(history === undefined ? {} : { history }),
  });
  scrolling?.follow(router);
  // On the way from the identity form to the dashboard, who the user is is asked anew before anything is shown.
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
