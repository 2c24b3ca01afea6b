import { createFileRoute } from "@tanstack/react-router";
import { StatementsPage } from "../../history/statements-page.tsx";

export const Route = createFileRoute("/dashboard/statements")({
  component: StatementsPage,
  staticData: {
    name: "statements",
    title: "Statements",
    sidebar: { label: "Statements", order: 75, icon: "statement", group: "Account" },
    unlisted: true,
  },
});
