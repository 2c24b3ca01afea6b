import { createFileRoute } from "@tanstack/react-router";
import { SupportScreen } from "../../site/support-screen.tsx";

export const Route = createFileRoute("/dashboard/support")({
  component: SupportScreen,
  staticData: {
    name: "support",
    title: "Support",
    sidebar: { label: "Support", order: 90, icon: "support", group: "Account" },
    unlisted: true,
  },
});
