import { createFileRoute } from "@tanstack/react-router";
import { SecurityPage } from "../site/security-page.tsx";

export const Route = createFileRoute("/security")({
  component: SecurityPage,
  staticData: {
    name: "site.security",
    title: "Security",
    description:
      "How coins, money, prices and personal details are kept: offline cold wallets, double-entry books, signed prices, encryption, and what is up to you.",
    background: "hero",
  },
});
