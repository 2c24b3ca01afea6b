import { createFileRoute } from "@tanstack/react-router";
import { TokensScreen } from "../../tokens/tokens-screen.tsx";

export const Route = createFileRoute("/dashboard/api-tokens")({
  component: TokensScreen,
  staticData: {
    name: "api-tokens",
    title: "API tokens",
    sidebar: { label: "API tokens", order: 84, icon: "key", group: "Account", more: true },
    unlisted: true,
  },
});
