import { createFileRoute } from "@tanstack/react-router";
import { guardDashboard } from "../session/dashboard-guard.ts";
import { DashboardLayout } from "../ui/shell/dashboard-layout.tsx";

export const Route = createFileRoute("/dashboard")({
  beforeLoad: async ({ context, preload }) => {
    if (!preload) await guardDashboard(context.clients);
  },
  component: DashboardLayout,
  staticData: { title: "Dashboard", background: "canvas", unlisted: true },
});
