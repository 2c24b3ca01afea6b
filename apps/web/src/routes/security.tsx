import { createFileRoute } from "@tanstack/react-router";
import { SecurityPage } from "../site/security-page.tsx";

export const Route = createFileRoute("/security")({
  component: SecurityPage,
  staticData: {
    name: "site.security",
    title: "Security",
    description:
      "How we protect your coins, money and personal details: offline cold wallets, a double-entry ledger, signed rates, encryption, and what you can do.",
    background: "hero",
  },
});
