import { createFileRoute } from "@tanstack/react-router";
import { AlertsScreen } from "../../alerts/alerts-screen.tsx";

export const Route = createFileRoute("/dashboard/price-alerts")({
  component: AlertsScreen,
  staticData: {
    name: "price-alerts",
    title: "Price alerts",
    sidebar: { label: "Price alerts", order: 82, icon: "bell", group: "Account", more: true },
    unlisted: true,
  },
});
