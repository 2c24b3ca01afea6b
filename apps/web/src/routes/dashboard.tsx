import { createFileRoute } from "@tanstack/react-router";
import { letIntoDashboard } from "../session/dashboard-guard.ts";
import { DashboardLayout } from "../shell/dashboard-layout.tsx";

export const Route = createFileRoute("/dashboard")({
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await letIntoDashboard(context.clients);
  },
  component: DashboardLayout,
  staticData: { title: "Dashboard", background: "canvas", unlisted: true },
});
