import { createFileRoute } from "@tanstack/react-router";
import { WebhooksScreen } from "../../webhooks/webhooks-screen.tsx";

export const Route = createFileRoute("/dashboard/webhooks")({
  component: WebhooksScreen,
  staticData: {
    name: "webhooks",
    title: "Webhooks",
    sidebar: { label: "Webhooks", order: 86, icon: "webhook", group: "Account", more: true },
    unlisted: true,
  },
});
