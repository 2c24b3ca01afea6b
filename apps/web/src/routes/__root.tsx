import { createRootRouteWithContext, Outlet, useMatches } from "@tanstack/react-router";
import { useRef } from "react";
import { ConfirmationHost } from "../confirmation/confirmation-host.tsx";
import { NavigationProgress } from "../navigation/navigation-progress.tsx";
import { RouteEffects } from "../navigation/route-effects.tsx";
import type { RouterContext } from "../router-context.ts";
import { useSessionRefresh } from "../session/use-session-refresh.ts";
import { Alerts } from "../ui/alerts.tsx";
import { LoadingOverlay } from "../ui/loading-overlay.tsx";
import { PauseBanner } from "../shell/pause-banner.tsx";
import { PublicLayout } from "../shell/public-layout.tsx";

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
});

/** The frame of every page: the public header and footer (the dashboard and the desk have frames of their own), overlay and alerts. */
function Root() {
  const page = useRef<HTMLDivElement>(null);
  useSessionRefresh();
  const frame = useMatches({
    select: (matches) =>
      matches.find(({ routeId }) => routeId === "/dashboard" || routeId === "/_staff")?.routeId,
  });
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <NavigationProgress />
      {/* The desk has its own banner and alerts, in places where they cover nothing. */}
      {frame !== "/_staff" && <PauseBanner />}
      <div ref={page}>
        {frame !== undefined ? (
          <Outlet />
        ) : (
          <PublicLayout>
            <Outlet />
          </PublicLayout>
        )}
      </div>
      <RouteEffects page={page} />
      <ConfirmationHost />
      <LoadingOverlay />
      {frame !== "/_staff" && <Alerts />}
    </>
  );
}
