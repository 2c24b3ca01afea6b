import { createFileRoute } from "@tanstack/react-router";
import { AccessDeniedPage } from "../accounts/access-denied-page.tsx";
import { guardAccountPage } from "../session/account-guard.ts";

export const Route = createFileRoute("/access-denied")({
  beforeLoad: async ({ context, location, preload }) => {
    if (!preload) await guardAccountPage(context.clients, "/access-denied", location.href);
  },
  component: AccessDeniedPage,
  staticData: { name: "auth.blocked", title: "Access denied", background: "hero", unlisted: true },
});
