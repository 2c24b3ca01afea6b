import { createFileRoute } from "@tanstack/react-router";
import { SupportPage } from "../site/support-page.tsx";

export const Route = createFileRoute("/support")({
  component: SupportPage,
  staticData: {
    name: "site.support",
    title: "Support",
    description:
      "Contact support, or find your answer here: deposits, identity checks, held rates, withdrawals, and what to do when something looks wrong.",
    background: "hero",
  },
});
