import { createFileRoute } from "@tanstack/react-router";
import { SupportPage } from "../site/support-page.tsx";

export const Route = createFileRoute("/support")({
  component: SupportPage,
  staticData: {
    name: "site.support",
    title: "Support",
    description:
      "Write to a person, or find the answer here: deposits, identity, held rates, withdrawals and what to do when something looks wrong.",
    background: "hero",
  },
});
