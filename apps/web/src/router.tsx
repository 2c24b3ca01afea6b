import { createRouter, type RouterHistory } from "@tanstack/react-router";
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
  return createRouter({
    routeTree,
    context: { clients },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: RouteFailed,
    ...(history === undefined ? {} : { history }),
  });
}
export type AppRouterInstance = ReturnType<typeof makeRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouterInstance;
  }
}
