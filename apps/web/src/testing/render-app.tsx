import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { MantineFrame } from "../controls/theme/frame.tsx";
import { createClients } from "../clients.ts";
import { trpc } from "../trpc.ts";
import { Alerts } from "../ui/alerts.tsx";

interface RenderedScreen extends RenderResult {
  /** The address that the page is at. */
  readonly address: () => string;
  /** How many addresses one can go back to, and the one that the page is at. */
  readonly addresses: () => number;
}

/**
 * Renders a screen with all it needs: clients, Mantine's frame, a router (any other address shows nothing) and the alerts.
 * @param at the address it is at
 */
export async function renderScreen(screen: ReactNode, at = "/"): Promise<RenderedScreen> {
  const clients = createClients();
  const root = createRootRoute({ component: Outlet });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({
        getParentRoute: () => root,
        path: new URL(at, "http://localhost").pathname,
        component: () => screen,
      }),
      createRoute({ getParentRoute: () => root, path: "$", component: () => null }),
    ]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  const result = render(
    <trpc.Provider client={clients.trpcClient} queryClient={clients.queryClient}>
      <QueryClientProvider client={clients.queryClient}>
        <MantineFrame>
          <RouterProvider router={router} />
        </MantineFrame>
        <Alerts />
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return { ...result, address: () => router.state.location.href, addresses: () => router.history.length };
}
